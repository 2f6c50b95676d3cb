import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const IPV4_MAPPED_PREFIX = '::ffff:';

/**
 * Returns an IPv4 address, without the prefix `::ffff:` that a socket for both families adds. A fast path: any other
 * text gives undefined, and the caller parses that text.
 */
function plainIPv4(text: string): string | undefined {
  const bare = text.startsWith(IPV4_MAPPED_PREFIX) ? text.slice(IPV4_MAPPED_PREFIX.length) : text;
  return isIPv4(bare) ? bare : undefined;
}

/**
 * Normalizes an IP address for counting, limiting and blocking. IPv4 stays as it is, without the prefix `::ffff:`. IPv6
 * becomes its /64, because a household or phone has a whole /64. The loopback address `::1` stays as it is.
 * @returns null for an invalid address
 */
export function normalizeAddress(text: string | undefined): string | null {
  const plain = text && plainIPv4(text);
  if (plain) return plain;
  if (!text || !ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4' || address.range() === 'loopback') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/64`).toString()}/64`;
}

/**
 * Returns an IP address in canonical form, without a zone and without the prefix `::ffff:` of IPv4; null if invalid.
 */
export function canonicalAddress(text: string | undefined): string | null {
  const plain = text && plainIPv4(text);
  if (plain) return plain;
  if (!text || !ipaddr.isValid(text)) return null;
  return withoutZone(ipaddr.process(text)).toString();
}

/** Removes the zone, such as `%eth0`, because it names a network interface of one host only. */
const withoutZone = <T extends ipaddr.IPv4 | ipaddr.IPv6>(address: T): ipaddr.IPv4 | ipaddr.IPv6 =>
  address.kind() === 'ipv4' ? address : ipaddr.parse(address.toNormalizedString().split('%')[0] ?? '');

/**
 * Normalizes an IP address that a person typed. An IPv6 address may end in `/64`. Unlike {@link normalizeAddress}, this
 * function rejects '10' and '198.51' as incomplete instead of reading them as an old notation.
 * @returns null for anything but a complete address
 */
export function formatAddress(text: string): string | null {
  const bareAddress = text.replace(/\/64$/, '');
  const kind = isIP(bareAddress);
  const address = kind === 0 || (bareAddress !== text && kind !== 6) ? null : normalizeAddress(bareAddress);
  // An IPv4 address that is mapped into IPv6 has no /64, so `::ffff:192.0.2.1/64` is rejected.
  return bareAddress !== text && !address?.endsWith('/64') ? null : address;
}

const OCTETS = Array.from({ length: 256 }, (_, octet) => String(octet));

/**
 * Returns all IPv4 addresses whose text contains the given one: 1.2.3.4 occurs in 11.2.3.4 and 1.2.3.40.
 * @returns undefined unless the text is a canonical IPv4 address
 */
export function findAddressesContaining(text: string): string[] | undefined {
  if (!isIPv4(text)) return undefined;
  const [first = '', second, third, last = ''] = text.split('.');
  const ends = OCTETS.filter((octet) => octet.startsWith(last));
  return OCTETS.filter((octet) => octet.endsWith(first)).flatMap((begin) =>
    ends.map((end) => `${begin}.${second}.${third}.${end}`),
  );
}

/** Prefix length of the IPv6 block of mapped IPv4 addresses. */
const IPV4_MAPPED_BITS = 96;

function parseBlock(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [range, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`);
  const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= IPV4_MAPPED_BITS;
  return isMapped ? [range.toIPv4Address(), bits - IPV4_MAPPED_BITS] : [range, bits];
}

/** Returns whether an address is in a list of addresses and CIDR blocks. An empty list matches all. */
export const isInAllowlist = (text: string | undefined, list: readonly string[]): boolean =>
  list.length === 0 || matchBlocks(list)(text);

/** Returns a function that checks whether an address is in one of the blocks. The blocks are parsed only once. */
export function matchBlocks(list: readonly string[]): (text: string | undefined) => boolean {
  const blocks = list.map(parseBlock);
  return (text) => {
    if (!text || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return blocks.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits));
  };
}
