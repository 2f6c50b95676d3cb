import ipaddr from 'ipaddr.js';

/**
 * The form in which an address is counted, limited and blocked: an IPv4 address as it is (also when it comes mapped
 * into IPv6), an IPv6 address as its /64, because a household or a phone has all of one.
 * @returns null when the text is no address
 */
export function normalizeAddress(text: string | undefined): string | null {
  if (!text || !ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/64`).toString()}/64`;
}

/** Is the address one of those listed, singly or as CIDR blocks? An empty list means any address. */
export function isListed(text: string | undefined, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  if (!text || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return list.some((entry) => {
    const [range, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`);
    return address.kind() === range.kind() && address.match(range, bits);
  });
}
