import type { NetworkSettings, PostbackKind, Source } from '@inaam/contracts/networks/networks';
import { type Signing, signatureParam } from '@inaam/contracts/networks/signing';
import type { Dialect } from './dialect.ts';

/**
 * What a network does, from its own side: which parameters of our links it gives back under which names, which words it
 * says, and what it wants to hear. Written from other pages than our presets, so that a test of one by the other means
 * something. A network fills the macros of the address that was pasted at it; what it does not know as a macro it
 * leaves as it stands.
 */
export interface DialectSpec {
  id: string;
  label: string;
  currency: string;
  method: 'GET' | 'POST';
  paramsIn: 'query' | 'body';
  bodyAs: Dialect['bodyAs'];
  encoding: 'form' | 'rfc3986';
  signing: Signing;
  /**
   * What it knows of a conversion, by names of this description's own. A value may hold `{click_id}`… of a report, and
   * `{link:NAME}`: what our link had in the parameter of that name.
   */
  values: Readonly<Record<string, string>>;
  /** What is otherwise for each kind of postback; a kind that it never sends is absent. */
  kinds: Partial<Record<PostbackKind, Readonly<Record<string, string>>>>;
  /** Its macros, as written in an address → the name of the value. Absent where it takes none. */
  macros?: Readonly<Record<string, string>>;
  /** What it sends by itself, in its order: parameter → the name of the value. */
  own?: Readonly<Record<string, string>>;
  /** The macro of its signature or token, where it sends that only when it is asked for. */
  signatureMacro?: string;
  /** The value that is its word for the status. */
  statusValue?: string;
  /** The address as its documents show it, in its macros, without the signature. */
  query: string;
  /** Which parameters of our links carry the click and the person. */
  link: { click: string; user: string | null };
  /** What it wants to hear; absent: any success. */
  wants?: { taken?: string; repeat?: string; unknownClick?: 'stop' };
  /** The addresses that it calls from. */
  addresses?: readonly string[];
  sources: readonly Source[];
}

/** What of settings a network meets: our link and the address that was pasted at it. */
export type Met = Pick<NetworkSettings, 'click_param' | 'link_params' | 'postback_query'>;

/** As its own documents would have it set up. */
function asDocumented(spec: DialectSpec): Met {
  const { signing, signatureMacro } = spec;
  const signature = signatureMacro === undefined ? '' : `&${signatureParam(signing) ?? 'signature'}=${signatureMacro}`;
  return {
    click_param: spec.link.click,
    link_params: spec.link.user === null ? {} : { [spec.link.user]: 'user_id' },
    postback_query: `${spec.query}${signature}`,
  };
}

/** The parameters of our link, as templates. */
function linkValues(met: Met): Record<string, string> {
  const placeholders: Record<string, string> = { click_id: '{click_id}', user_id: '{user_id}' };
  const others = Object.entries(met.link_params).map(([name, of]) => [name, placeholders[of] ?? ''] as const);
  return { ...Object.fromEntries(others), [met.click_param]: '{click_id}' };
}

/**
 * The network as it calls an address: with its macros filled in, and what it sends by itself.
 * @param met our side as it is set up; without it as the network's documents have it
 */
export function dialectOf(spec: DialectSpec, met: Met = asDocumented(spec)): Dialect {
  const link = linkValues(met);
  const valueOf = (of: string, kind: PostbackKind): string => {
    const text = spec.kinds[kind]?.[of] ?? spec.values[of] ?? '';
    return text.replace(/\{link:([^{}]+)\}/g, (_, name: string) => link[name] ?? '');
  };
  const macros = Object.entries(spec.macros ?? {});
  const filled = (text: string, kind: PostbackKind): string =>
    macros.reduce((was, [macro, of]) => was.replaceAll(macro, () => valueOf(of, kind)), text);
  const all = met.postback_query === '' ? [] : met.postback_query.split('&');
  // The signature is filled in when the rest is known.
  const signatures = all.filter(
    (part) => spec.signatureMacro !== undefined && part.endsWith(`=${spec.signatureMacro}`),
  );
  const asked = all.filter((part) => !signatures.includes(part));
  const own = Object.entries(spec.own ?? {});
  const templateOf = (kind: PostbackKind): string =>
    [...asked.map((part) => filled(part, kind)), ...own.map(([name, of]) => `${name}=${valueOf(of, kind)}`)].join('&');
  const statusMacro = macros.find(([, of]) => of === spec.statusValue)?.[0];
  const status =
    asked.find((part) => statusMacro !== undefined && part.endsWith(`=${statusMacro}`))?.split('=')[0] ??
    own.find(([, of]) => of === spec.statusValue)?.[0] ??
    null;
  return {
    id: spec.id,
    label: spec.label,
    currency: spec.currency,
    method: spec.method,
    paramsIn: spec.paramsIn,
    bodyAs: spec.bodyAs,
    encoding: spec.encoding,
    templates: Object.fromEntries((Object.keys(spec.kinds) as PostbackKind[]).map((kind) => [kind, templateOf(kind)])),
    status,
    signing: called(spec.signing, signatures[0]?.split('=')[0]),
    showsNothing: spec.signatureMacro !== undefined && signatures.length === 0,
  };
}

/** The signature in the parameter that the address has for it. */
function called(signing: Signing, name: string | undefined): Signing {
  return name === undefined || signing.kind === 'path_secret' ? signing : { ...signing, name };
}
