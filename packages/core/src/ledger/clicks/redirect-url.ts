import { createHash, createHmac } from 'node:crypto';
import { type LinkSigning, type LinkValue, linkValues } from '@inaam/contracts/networks/networks';

/** Known values of a click. Unknown values are not sent. */
export type Macros = Partial<Record<LinkValue, string>> & { click_id: string };

/** How a network expects our IDs in its links. */
export interface LinkSettings {
  clickParam: string;
  /** The network's own macros, such as `[CLICK]`. */
  macros: Record<string, LinkValue>;
  /** Parameters added after the click ID. */
  params: Record<string, LinkValue>;
  /** Null for unsigned links. */
  signed: { by: LinkSigning; secret: string } | null;
}

/** Used for offers without a network. Most networks call the parameter `click_id`. */
const DEFAULT_LINKS: LinkSettings = { clickParam: 'click_id', macros: {}, params: {}, signed: null };

/** Builds link settings from a left join with the offer's network. */
export const getLinkSettings = (
  row: {
    clickParam: string | null;
    linkMacros: LinkSettings['macros'] | null;
    linkParams: LinkSettings['params'] | null;
    linkSigning: LinkSigning | null;
  },
  secret: string,
): LinkSettings => ({
  clickParam: row.clickParam ?? DEFAULT_LINKS.clickParam,
  macros: row.linkMacros ?? {},
  params: row.linkParams ?? {},
  signed: row.linkSigning && { by: row.linkSigning, secret },
});

const OPEN = String.raw`(?:\$|%24)?(?:\{|%(?:25)?7B){1,2}`;
const CLOSE = String.raw`(?:\}|%(?:25)?7D){1,2}`;
const BLANK = String.raw`(?:\s|\+|%20)*`;
const NAME = String.raw`([a-z][\w.-]*)`;
/**
 * Placeholders as networks write them, typed or encoded by a URL field: `{x}`, `{{x}}`, `${x}`, `[x]`. A name in
 * brackets before `=` is the key of a list.
 */
const PLACEHOLDER = new RegExp(
  String.raw`${OPEN}${BLANK}${NAME}${BLANK}${CLOSE}|(?:\[|%5B)${NAME}(?:\]|%5D)(?!=|%3D|\[|%5B)`,
  'gi',
);

const findLinkValue = (name: string): LinkValue | undefined => linkValues.find((each) => each === name.toLowerCase());

/** The forms in which a network's own macro may be written in a URL. */
const listForms = (macro: string): string[] => [...new Set([macro, encodeURI(macro), encodeURIComponent(macro)])];

/**
 * Builds the partner's URL for one click. Macro values are percent-encoded. The click parameter is added if no macro
 * holds the click ID. An empty parameter of an added name is filled in its place. A signature comes last.
 */
export function buildRedirectUrl(offerUrl: string, values: Macros, links: LinkSettings): string {
  let hasClickId = false;
  const fill = (name: LinkValue): string => {
    if (name === 'click_id') hasClickId = true;
    return encodeURIComponent(values[name] ?? '');
  };
  let filled = offerUrl;
  for (const [macro, name] of Object.entries(links.macros)) {
    for (const form of listForms(macro)) filled = filled.replaceAll(form, () => fill(name));
  }
  filled = filled.replace(PLACEHOLDER, (whole, inBraces: string | undefined, inBrackets: string | undefined) => {
    const name = findLinkValue(inBraces ?? inBrackets ?? '');
    return name === undefined ? whole : fill(name);
  });
  const added = Object.entries(links.params)
    .filter(([, value]) => values[value])
    .map(([name, value]): [string, string] => [name, fill(value)]);
  if (!hasClickId) added.unshift([links.clickParam, fill('click_id')]);
  const url = added.reduce(withValue, filled);
  if (!links.signed) return url;
  const { by, secret } = links.signed;
  return withParameter(
    url,
    `${encodeURIComponent(by.name)}=${encodeURIComponent(linkSignature(by, secret, values, url))}`,
  );
}

/**
 * Lists the placeholders of an offer's URL that are not filled in, as written.
 * @param macros the network's own
 */
export function findUnknownPlaceholders(offerUrl: string, macros: LinkSettings['macros']): string[] {
  const known = Object.keys(macros).flatMap(listForms);
  const rest = known.reduce((url, form) => url.replaceAll(form, ''), offerUrl);
  return [...rest.matchAll(PLACEHOLDER)]
    .filter(([, inBraces, inBrackets]) => findLinkValue(inBraces ?? inBrackets ?? '') === undefined)
    .map(([whole]) => whole);
}

/**
 * Finds a macro of the network that an offer's URL contains and that is not filled in any more.
 * @param was the network's macros before
 * @param next those after the change
 */
export const findLostMacro = (
  offerUrl: string,
  was: LinkSettings['macros'],
  next: LinkSettings['macros'],
): string | undefined =>
  Object.keys(was).find(
    (macro) =>
      !Object.hasOwn(next, macro) &&
      !isKnownPlaceholder(macro) &&
      listForms(macro).some((form) => offerUrl.includes(form)),
  );

const isKnownPlaceholder = (text: string): boolean =>
  text.search(PLACEHOLDER) === 0 && findUnknownPlaceholders(text, {}).length === 0;

/** Signs the template's values, or the URL without its fragment. */
function linkSignature(by: LinkSigning, secret: string, values: Macros, url: string): string {
  const signed =
    by.over === 'url'
      ? url.replace(/#.*$/, '')
      : by.template.replace(/\{([^{}]+)\}/g, (_, name: string) =>
          name === 'secret' ? secret : (values[name as LinkValue] ?? ''),
        );
  const digest = by.kind === 'hmac' ? createHmac(by.algorithm, secret) : createHash(by.algorithm);
  return digest.update(signed, 'utf8').digest(by.encoding);
}

function withParameter(url: string, parameter: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${separator}${parameter}`, ...fragment].join('#');
}

/** Fills the first empty parameter of this name, or appends one. */
function withValue(url: string, [name, value]: [string, string]): string {
  const [address = '', ...fragment] = url.split('#');
  const [path = '', ...queries] = address.split('?');
  const parts = queries.join('?').split('&');
  const place = parts.findIndex((part) => {
    const [[given, text] = []] = new URLSearchParams(part);
    return given === name && text === '';
  });
  if (place < 0) return withParameter(url, `${encodeURIComponent(name)}=${value}`);
  const written = parts[place]?.split('=')[0] ?? '';
  return [`${path}?${parts.with(place, `${written}=${value}`).join('&')}`, ...fragment].join('#');
}
