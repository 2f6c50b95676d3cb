import { createHash, createHmac } from 'node:crypto';
import { type LinkSigning, type LinkValue, linkValues } from '@inaam/contracts/networks/networks';

/** What is known of one click; what is not known is not sent. */
export type Macros = Partial<Record<LinkValue, string>> & { click_id: string };

/** How a network wants our ids in its links. */
export interface LinkSettings {
  clickParam: string;
  /** Macros of its own, such as `[CLICK]`. */
  macros: Record<string, LinkValue>;
  /** Parameters that are added beside the click id. */
  params: Record<string, LinkValue>;
  /** How the link is signed, and with which secret; null where it is not. */
  signed: { by: LinkSigning; secret: string } | null;
}

/** The name that most networks use, for an offer of no network. */
const DEFAULT_LINKS: LinkSettings = { clickParam: 'click_id', macros: {}, params: {}, signed: null };

/** What a join with an offer's network gives: null throughout for an offer of none. */
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

/** Macros as an admin types them, and as a URL field may have encoded them. */
const macro = new RegExp(`(?:\\{|%7B)(${linkValues.join('|')})(?:\\}|%7D)`, 'gi');

/**
 * The partner's address for one click: macros filled in, percent-encoded; without one for the click id the network's
 * click parameter is added to the query, and so are the other parameters that it wants. A signature comes last.
 */
export function buildRedirectUrl(offerUrl: string, values: Macros, links: LinkSettings): string {
  let hasClickId = false;
  const fill = (name: LinkValue): string => {
    if (name === 'click_id') hasClickId = true;
    return encodeURIComponent(values[name] ?? '');
  };
  let filled = offerUrl;
  for (const [written, name] of Object.entries(links.macros)) {
    for (const form of new Set([written, encodeURI(written), encodeURIComponent(written)])) {
      filled = filled.replaceAll(form, () => fill(name));
    }
  }
  filled = filled.replace(macro, (_, name: string) => fill(name.toLowerCase() as LinkValue));
  const added = Object.entries(links.params)
    .filter(([, of]) => values[of])
    .map(([name, of]) => `${encodeURIComponent(name)}=${fill(of)}`);
  if (!hasClickId) added.unshift(`${encodeURIComponent(links.clickParam)}=${fill('click_id')}`);
  const url = added.reduce(withParameter, filled);
  if (!links.signed) return url;
  const { by, secret } = links.signed;
  return withParameter(
    url,
    `${encodeURIComponent(by.name)}=${encodeURIComponent(linkSignature(by, secret, values, url))}`,
  );
}

/** The signature of a link: over the values that its template names, or over the address without its fragment. */
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
