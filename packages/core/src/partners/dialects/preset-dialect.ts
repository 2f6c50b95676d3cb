import type { NetworkSettings, PostbackKind, ReplyClass } from '@inaam/contracts/networks/networks';
import { type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import type { Dialect } from './dialect.ts';

/**
 * What a network sends, as far as its settings do not say it. A network replaces its macros in the postback URL that we
 * gave it and leaves other text unchanged.
 */
export interface PostbackTemplate {
  /** PHP's `urlencode`; the default is `rawurlencode`. */
  encoding?: 'form';
  /** The body format of the network's POST; absent if it sends a GET. */
  body?: Dialect['bodyAs'];
  /**
   * The values of its macros, by their text in the URL.
   * For a network that adds its parameters itself (empty `postback_query`): those parameters, in order. A value may
   * contain `{click_id}`… of a report, and `{link:NAME}` for the link parameter NAME.
   */
  values: Readonly<Record<string, string>>;
  /** Values that differ by kind of postback; a kind that is never sent is absent. */
  kinds: Partial<Record<PostbackKind, Readonly<Record<string, string>>>>;
  /** The network adds its parameters itself and also replaces `{name}` in the postback URL. */
  replacesBraces?: true;
  /** Replies that the network's documents require word for word. */
  requiresReplies?: readonly ReplyClass[];
}

/** Settings that affect the postbacks of a network: the link and the pasted postback URL. */
export type OurSettings = Pick<NetworkSettings, 'click_param' | 'link_params' | 'postback_query'>;

interface Described {
  preset: { id: string; label: string; settings: NetworkSettings };
  postbackTemplate: PostbackTemplate;
}

/** Returns the link parameters as templates. */
function getLinkValues(ours: OurSettings): Record<string, string> {
  const placeholders: Record<string, string> = { click_id: '{click_id}', user_id: '{user_id}' };
  const others = Object.entries(ours.link_params).map(([name, of]) => [name, placeholders[of] ?? ''] as const);
  return { ...Object.fromEntries(others), [ours.click_param]: '{click_id}' };
}

const splitQuery = (query: string): string[] => (query === '' ? [] : query.split('&'));

/** Returns the macro that the postback URL has for a parameter; undefined if the URL does not contain the parameter. */
function findMacro({ postback_query }: OurSettings, param: string | null): string | undefined {
  const part = splitQuery(postback_query).find((each) => param !== null && each.startsWith(`${param}=`));
  return part?.slice(part.indexOf('=') + 1);
}

/**
 * Builds the network's dialect: macros replaced, own parameters added, signed as the preset says.
 * @param ours our link and postback URL; the preset's by default
 */
export function createDialect({ preset, postbackTemplate }: Described, ours: OurSettings = preset.settings): Dialect {
  const { settings } = preset;
  const link = getLinkValues(ours);
  const getValue = (key: string, kind: PostbackKind): string => {
    const text = postbackTemplate.kinds[kind]?.[key] ?? postbackTemplate.values[key] ?? '';
    return text.replace(/\{link:([^{}]+)\}/g, (_, name: string) => link[name] ?? '');
  };
  const addsParameters = settings.postback_query === '';
  const keys = Object.keys(postbackTemplate.values);
  const addedKeys = addsParameters ? keys : [];
  const macros = keys.flatMap((key) => {
    if (addsParameters) return postbackTemplate.replacesBraces ? [{ macro: `{${key}}`, key }] : [];
    return [{ macro: key, key }];
  });
  const replaceMacros = (text: string, kind: PostbackKind): string =>
    macros.reduce((before, { macro, key }) => before.replaceAll(macro, () => getValue(key, kind)), text);
  const signatureMacro = findMacro(settings, signatureParam(settings.signing));
  const all = splitQuery(ours.postback_query);
  // The signature is added when the other parameters are known.
  const signatures = all.filter((part) => signatureMacro !== undefined && part.endsWith(`=${signatureMacro}`));
  const requested = all.filter((part) => !signatures.includes(part));
  const buildTemplate = (kind: PostbackKind): string =>
    [
      ...requested.map((part) => replaceMacros(part, kind)),
      ...addedKeys.map((name) => `${name}=${getValue(name, kind)}`),
    ].join('&');
  const statusMacro = findMacro(settings, settings.params.status);
  const status =
    requested.find((part) => statusMacro !== undefined && part.endsWith(`=${statusMacro}`))?.split('=')[0] ??
    addedKeys.find((name) => name === settings.params.status) ??
    null;
  return {
    id: preset.id,
    label: preset.label,
    currency: settings.currency,
    method: postbackTemplate.body ? 'POST' : 'GET',
    paramsIn: postbackTemplate.body ? 'body' : 'query',
    bodyAs: postbackTemplate.body ?? 'form',
    encoding: postbackTemplate.encoding ?? 'rfc3986',
    templates: Object.fromEntries(
      (Object.keys(postbackTemplate.kinds) as PostbackKind[]).map((kind) => [kind, buildTemplate(kind)]),
    ),
    status,
    signing: renameSignature(settings.signing, signatures[0]?.split('=')[0]),
    omitsSignature: signatureMacro !== undefined && signatures.length === 0,
  };
}

/** Gives the signature the parameter name that the URL has for it. */
function renameSignature(signing: Signing, name: string | undefined): Signing {
  return name === undefined || signing.kind === 'path_secret' ? signing : { ...signing, name };
}
