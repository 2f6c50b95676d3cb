/**
 * The headers of a call that are stored: what a network may sign with, and what tells who called. Those of our own proxy
 * say nothing of the network.
 */
const KEPT = /^(x-.*|.*signature.*|.*token.*|.*hash.*|authorization|date|digest|user-agent|content-encoding)$/;
const OURS = /^x-(forwarded-.*|real-ip|request-id|amzn-.*|envoy-.*)$/;
const MOST = 20;
const LONGEST = 1000;

export function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (value === undefined || !KEPT.test(lower) || OURS.test(lower)) return [];
    // A header that is there twice is joined: neither value alone passes as what was sent.
    const text = (Array.isArray(value) ? value.join(', ') : value).replaceAll('\u0000', '');
    return [[lower, text.slice(0, LONGEST)]];
  });
  return Object.fromEntries(kept.slice(0, MOST));
}
