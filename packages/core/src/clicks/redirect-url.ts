export interface Macros {
  click_id: string;
  user_id: string;
  offer_id: string;
}

/** The name that most networks use, for an offer of no network. */
export const DEFAULT_CLICK_PARAM = 'click_id';

/** Macros as an admin types them, and as a URL field may have encoded them. */
const macro = /(?:\{|%7B)(click_id|user_id|offer_id)(?:\}|%7D)/gi;

/**
 * The partner's address for one click: macros filled in, percent-encoded; without a `{click_id}` the network's click
 * parameter is added to the query.
 */
export function redirectUrl(offerUrl: string, macros: Macros, clickParam: string): string {
  let hasClickId = false;
  const filled = offerUrl.replace(macro, (_, name: string) => {
    const key = name.toLowerCase() as keyof Macros;
    if (key === 'click_id') hasClickId = true;
    return encodeURIComponent(macros[key]);
  });
  if (hasClickId) return filled;
  const [address = '', ...fragment] = filled.split('#');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  const added = `${address}${separator}${encodeURIComponent(clickParam)}=${encodeURIComponent(macros.click_id)}`;
  return [added, ...fragment].join('#');
}
