import type { NetworkSettings, PostbackKind, ReplyClass } from '@inaam/contracts/networks/networks';
import { type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import type { Dialect } from './dialect.ts';

/**
 * How a network calls, as far as its settings do not say it. A network fills in its macros in the address that was
 * pasted at it; text that is no macro of its own stays unchanged.
 */
export interface CallDescription {
  /** How it writes a value: PHP's `urlencode`, or by default its `rawurlencode`. */
  encoding?: 'form';
  /** How it writes the body of its POST; absent where it sends a GET. */
  body?: Dialect['bodyAs'];
  /**
   * Its macros as written in an address, and what it fills in. Where it adds its parameters itself (its
   * `postback_query` is empty): those parameters, in their order. A value may hold `{click_id}`… of a report, and
   * `{link:NAME}`: the value of the parameter NAME in our link.
   */
  values: Readonly<Record<string, string>>;
  /** The values that differ for a kind of postback; a kind that it never sends is absent. */
  kinds: Partial<Record<PostbackKind, Readonly<Record<string, string>>>>;
  /** It adds its parameters itself, and also fills in `{name}` in what was pasted. */
  fillsBraces?: true;
  /** Replies of its settings that its documents ask for word for word. */
  requiresReplies?: readonly ReplyClass[];
}

/** Settings that decide what a network sends: our link, and the address that was pasted at it. */
export type OurSettings = Pick<NetworkSettings, 'click_param' | 'link_params' | 'postback_query'>;

interface Described {
  preset: { id: string; label: string; settings: NetworkSettings };
  calling: CallDescription;
}

/** The parameters of our link, as templates. */
function linkValues(ours: OurSettings): Record<string, string> {
  const placeholders: Record<string, string> = { click_id: '{click_id}', user_id: '{user_id}' };
  const others = Object.entries(ours.link_params).map(([name, of]) => [name, placeholders[of] ?? ''] as const);
  return { ...Object.fromEntries(others), [ours.click_param]: '{click_id}' };
}

const partsOf = (query: string): string[] => (query === '' ? [] : query.split('&'));

/** The macro that the network's own address has for a parameter; undefined where the address does not name it. */
function macroOf({ postback_query }: OurSettings, param: string | null): string | undefined {
  const part = partsOf(postback_query).find((each) => param !== null && each.startsWith(`${param}=`));
  return part?.slice(part.indexOf('=') + 1);
}

/**
 * The network's calls: its macros filled in, what it adds itself, signed as its own settings have it.
 * @param ours our side as it is set up; by default as the network's own settings have it
 */
export function createDialect({ preset, calling }: Described, ours: OurSettings = preset.settings): Dialect {
  const { settings } = preset;
  const link = linkValues(ours);
  const valueOf = (key: string, kind: PostbackKind): string => {
    const text = calling.kinds[kind]?.[key] ?? calling.values[key] ?? '';
    return text.replace(/\{link:([^{}]+)\}/g, (_, name: string) => link[name] ?? '');
  };
  const addsItself = settings.postback_query === '';
  const keys = Object.keys(calling.values);
  const own = addsItself ? keys : [];
  const macros = keys.flatMap((key) => {
    if (addsItself) return calling.fillsBraces ? [{ macro: `{${key}}`, key }] : [];
    return [{ macro: key, key }];
  });
  const filled = (text: string, kind: PostbackKind): string =>
    macros.reduce((before, { macro, key }) => before.replaceAll(macro, () => valueOf(key, kind)), text);
  const signatureMacro = macroOf(settings, signatureParam(settings.signing));
  const all = partsOf(ours.postback_query);
  // The signature is filled in when the rest is known.
  const signatures = all.filter((part) => signatureMacro !== undefined && part.endsWith(`=${signatureMacro}`));
  const asked = all.filter((part) => !signatures.includes(part));
  const templateOf = (kind: PostbackKind): string =>
    [...asked.map((part) => filled(part, kind)), ...own.map((name) => `${name}=${valueOf(name, kind)}`)].join('&');
  const statusMacro = macroOf(settings, settings.params.status);
  const status =
    asked.find((part) => statusMacro !== undefined && part.endsWith(`=${statusMacro}`))?.split('=')[0] ??
    own.find((name) => name === settings.params.status) ??
    null;
  return {
    id: preset.id,
    label: preset.label,
    currency: settings.currency,
    method: calling.body ? 'POST' : 'GET',
    paramsIn: calling.body ? 'body' : 'query',
    bodyAs: calling.body ?? 'form',
    encoding: calling.encoding ?? 'rfc3986',
    templates: Object.fromEntries(
      (Object.keys(calling.kinds) as PostbackKind[]).map((kind) => [kind, templateOf(kind)]),
    ),
    status,
    signing: withName(settings.signing, signatures[0]?.split('=')[0]),
    showsNothing: signatureMacro !== undefined && signatures.length === 0,
  };
}

/** The signature in the parameter that the address has for it. */
function withName(signing: Signing, name: string | undefined): Signing {
  return name === undefined || signing.kind === 'path_secret' ? signing : { ...signing, name };
}
