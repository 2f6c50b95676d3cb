import { isIP } from 'node:net';
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

/**
 * An address as a person writes it, in the form in which it is counted; an IPv6 one with its `/64` behind it or not. Stricter than what
 * headers hold is read: '10' or '198.51' is the beginning of an address, and not an old way to write one.
 * @returns null when the text is no whole address
 */
export function writtenAddress(text: string): string | null {
  const given = text.replace(/\/64$/, '');
  const kind = isIP(given);
  const address = kind === 0 || (given !== text && kind !== 6) ? null : normalizeAddress(given);
  // A mapped address has no /64 of its own.
  return given !== text && !address?.endsWith('/64') ? null : address;
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
