import { createHash, createHmac } from 'node:crypto';
import { type LinkSigning, type LinkValue, linkValues } from '@inaam/contracts/networks/networks';

/** Values for the placeholders of a link. A placeholder without a value becomes empty. */
export type Macros = Partial<Record<LinkValue, string>> & { click_id: string };

/** How a network expects our IDs in its links. */
export interface LinkSettings {
  clickParam: string;
  /** Macros that the network defines, such as `[CLICK]`, with the value that each stands for. */
  macros: Record<string, LinkValue>;
  /** Parameters that are added after the click ID, with the value that each gets. */
  params: Record<string, LinkValue>;
  /** Null for unsigned links. */
  signed: { by: LinkSigning; secret: string } | null;
}

/** Link settings of offers without a network. `click_id` is the most common name of the parameter. */
const DEFAULT_LINKS: LinkSettings = { clickParam: 'click_id', macros: {}, params: {}, signed: null };

/** Builds link settings from the columns of the offer's network, which are null without a network. */
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
 * Placeholders as networks write them: `{x}`, `{{x}}`, `${x}`, `[x]`, as typed or percent-encoded. A name in brackets
 * before `=` is not a placeholder but the key of a list parameter, such as `sub[a]=1`.
 */
const PLACEHOLDER = new RegExp(
  String.raw`${OPEN}${BLANK}${NAME}${BLANK}${CLOSE}|(?:\[|%5B)${NAME}(?:\]|%5D)(?!=|%3D|\[|%5B)`,
  'gi',
);

const findLinkValue = (name: string): LinkValue | undefined => linkValues.find((each) => each === name.toLowerCase());

/** Lists the forms in which a macro of the network may be written in a URL. */
const listForms = (macro: string): string[] => [...new Set([macro, encodeURI(macro), encodeURIComponent(macro)])];

/**
 * Builds the partner's URL for one click. Values are percent-encoded. The click parameter is added if no placeholder
 * and no other added parameter contains the click ID. If the URL already has an empty parameter with the name of an
 * added one, the empty parameter is filled instead. A signature comes last.
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
 * Lists the placeholders of an offer's URL that would not be filled in, as written in the URL.
 * @param macros the macros that the network defines
 */
export function findUnknownPlaceholders(offerUrl: string, macros: LinkSettings['macros']): string[] {
  const known = Object.keys(macros).flatMap(listForms);
  const rest = known.reduce((url, form) => url.replaceAll(form, ''), offerUrl);
  return [...rest.matchAll(PLACEHOLDER)]
    .filter(([, inBraces, inBrackets]) => findLinkValue(inBraces ?? inBrackets ?? '') === undefined)
    .map(([whole]) => whole);
}

/**
 * Finds a macro that an offer's URL contains and that is no longer filled in after a change of the network's macros.
 * @param was the network's macros before the change
 * @param next the network's macros after the change
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

/** Signs the filled-in template, or the URL without its fragment. */
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

/** Fills the first empty parameter of this name, or appends a parameter. */
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
