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

/** Matches macros as typed, and as a URL field may encode them. */
const macro = new RegExp(`(?:\\{|%7B)(${linkValues.join('|')})(?:\\}|%7D)`, 'gi');

/**
 * Builds the partner's URL for one click. Macro values are percent-encoded. The click parameter is appended if no macro
 * holds the click ID. A signature comes last.
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
