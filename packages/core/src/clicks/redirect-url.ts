import type { LinkValue } from '@inaam/contracts/networks/networks';

export type Macros = Record<LinkValue, string>;

/** How a network wants our ids in its links. */
export interface LinkSettings {
  clickParam: string;
  /** Macros of its own, such as `[CLICK]`. */
  macros: Record<string, LinkValue>;
  /** Parameters that are added beside the click id. */
  params: Record<string, LinkValue>;
}

/** The name that most networks use, for an offer of no network. */
const DEFAULT_LINKS: LinkSettings = { clickParam: 'click_id', macros: {}, params: {} };

/** What a join with an offer's network gives: null throughout for an offer of none. */
export const linksOf = (row: {
  clickParam: string | null;
  linkMacros: LinkSettings['macros'] | null;
  linkParams: LinkSettings['params'] | null;
}): LinkSettings => ({
  clickParam: row.clickParam ?? DEFAULT_LINKS.clickParam,
  macros: row.linkMacros ?? {},
  params: row.linkParams ?? {},
});

/** Macros as an admin types them, and as a URL field may have encoded them. */
const macro = /(?:\{|%7B)(click_id|user_id|offer_id)(?:\}|%7D)/gi;

/**
 * The partner's address for one click: macros filled in, percent-encoded; without one for the click id the network's
 * click parameter is added to the query, and so are the other parameters that it wants.
 */
export function redirectUrl(offerUrl: string, values: Macros, links: LinkSettings): string {
  let hasClickId = false;
  const fill = (name: LinkValue): string => {
    if (name === 'click_id') hasClickId = true;
    return encodeURIComponent(values[name]);
  };
  let filled = offerUrl;
  for (const [written, name] of Object.entries(links.macros)) {
    for (const form of new Set([written, encodeURI(written), encodeURIComponent(written)])) {
      filled = filled.replaceAll(form, () => fill(name));
    }
  }
  filled = filled.replace(macro, (_, name: string) => fill(name.toLowerCase() as LinkValue));
  const added = Object.entries(links.params).map(([name, of]) => `${encodeURIComponent(name)}=${fill(of)}`);
  if (!hasClickId) added.unshift(`${encodeURIComponent(links.clickParam)}=${fill('click_id')}`);
  return added.reduce(withParameter, filled);
}

function withParameter(url: string, parameter: string): string {
  const [address = '', ...fragment] = url.split('#');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${separator}${parameter}`, ...fragment].join('#');
}
