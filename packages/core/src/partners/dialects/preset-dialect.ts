import type { NetworkSettings, PostbackKind, ReplyClass } from '@inaam/contracts/networks/networks';
import { type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import type { Dialect } from './dialect.ts';

/**
 * Describes what a network sends beyond what our settings for the network say. A network replaces its macros in the
 * postback URL that the admin pasted into its dashboard, and leaves other text unchanged.
 */
export interface PostbackTemplate {
  /** `form`: values are encoded like PHP's `urlencode`. Absent: like PHP's `rawurlencode`. */
  encoding?: 'form';
  /** The body format of the network's POST; absent if the network sends a GET. */
  body?: Dialect['bodyAs'];
  /**
   * The values of the network's macros, by the text of the macro. For a network that adds the parameters itself (its
   * preset has an empty `postback_query`): the values of these parameters by name, in order. A value may contain
   * placeholders of a report, such as `{click_id}`, and `{link:NAME}` for the value of the link parameter NAME.
   */
  values: Readonly<Record<string, string>>;
  /** Values that differ by kind of postback. Kinds that the network never sends are absent. */
  kinds: Partial<Record<PostbackKind, Readonly<Record<string, string>>>>;
  /** The network adds the parameters itself, and also replaces `{name}` in the postback URL. */
  replacesBraces?: true;
  /** The replies that the network's documentation prescribes. */
  requiresReplies?: readonly ReplyClass[];
}

/** Our settings that affect what the network sends: the link and the postback URL in the network's dashboard. */
export type OurSettings = Pick<NetworkSettings, 'click_param' | 'link_params' | 'postback_query'>;

interface DescribedNetwork {
  preset: { id: string; label: string; settings: NetworkSettings };
  postbackTemplate: PostbackTemplate;
}

/** Returns the value of each link parameter, with placeholders for the click ID and the user ID. */
function getLinkValues(ours: OurSettings): Record<string, string> {
  const placeholders: Record<string, string> = { click_id: '{click_id}', user_id: '{user_id}' };
  const others = Object.entries(ours.link_params).map(([name, of]) => [name, placeholders[of] ?? ''] as const);
  return { ...Object.fromEntries(others), [ours.click_param]: '{click_id}' };
}

const splitQuery = (query: string): string[] => (query === '' ? [] : query.split('&'));

/** Returns the macro that is the value of a parameter in the postback URL; undefined without this parameter. */
function findMacro({ postback_query }: OurSettings, param: string | null): string | undefined {
  const part = splitQuery(postback_query).find((each) => param !== null && each.startsWith(`${param}=`));
  return part?.slice(part.indexOf('=') + 1);
}

/**
 * Builds the dialect of a network: replaces macros in the postback URL, adds the network's own parameters, and signs as
 * the preset says.
 * @param ours our link and postback URL; by default the values of the preset
 */
export function createDialect(
  { preset, postbackTemplate }: DescribedNetwork,
  ours: OurSettings = preset.settings,
): Dialect {
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
  // `buildPostback` adds the signature, so the templates must not contain the signature parameter.
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

/** Replaces the name of the signature parameter by the name in the postback URL, if the URL has one. */
function renameSignature(signing: Signing, name: string | undefined): Signing {
  return name === undefined || signing.kind === 'path_secret' ? signing : { ...signing, name };
}
