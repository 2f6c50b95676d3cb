import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const IPV4_MAPPED_PREFIX = '::ffff:';

/**
 * An IPv4 address that stands there in its one spelling, mapped or not; undefined for all that has to be parsed. A
 * socket that listens for both families gives mapped ones.
 */
function plainIPv4(text: string): string | undefined {
  const bare = text.startsWith(IPV4_MAPPED_PREFIX) ? text.slice(IPV4_MAPPED_PREFIX.length) : text;
  return isIPv4(bare) ? bare : undefined;
}

/**
 * The form in which an address is counted, limited and blocked: an IPv4 address as it is (also when it comes mapped
 * into IPv6), an IPv6 address as its /64, because a household or a phone has all of one; the machine's own as it is.
 * @returns null when the text is no address
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
 * An address in its one spelling: an IPv4 address as it is, also when it comes mapped into IPv6. null when it is none.
 */
export function canonicalAddress(text: string | undefined): string | null {
  const plain = text && plainIPv4(text);
  if (plain) return plain;
  if (!text || !ipaddr.isValid(text)) return null;
  return withoutZone(ipaddr.process(text)).toString();
}

/** A zone is the machine's own name for a wire. */
const withoutZone = <T extends ipaddr.IPv4 | ipaddr.IPv6>(address: T): ipaddr.IPv4 | ipaddr.IPv6 =>
  address.kind() === 'ipv4' ? address : ipaddr.parse(address.toNormalizedString().split('%')[0] ?? '');

/**
 * An address as a person writes it, in the form in which it is counted; an IPv6 one with its `/64` behind it or not.
 * Stricter than what headers hold is read: '10' or '198.51' is the beginning of an address, and not an old way to write
 * one.
 * @returns null when the text is no whole address
 */
export function formatAddress(text: string): string | null {
  const given = text.replace(/\/64$/, '');
  const kind = isIP(given);
  const address = kind === 0 || (given !== text && kind !== 6) ? null : normalizeAddress(given);
  // A mapped address has no /64 of its own.
  return given !== text && !address?.endsWith('/64') ? null : address;
}

const OCTETS = Array.from({ length: 256 }, (_, octet) => String(octet));

/**
 * Every IPv4 address whose text holds that of a given one: that of 1.2.3.4 stands in 11.2.3.4 and in 1.2.3.40, too.
 * @returns undefined when the text is no IPv4 address in its one spelling
 */
export function findAddressesContaining(text: string): string[] | undefined {
  if (!isIPv4(text)) return undefined;
  const [first = '', second, third, last = ''] = text.split('.');
  const ends = OCTETS.filter((octet) => octet.startsWith(last));
  return OCTETS.filter((octet) => octet.endsWith(first)).flatMap((begin) =>
    ends.map((end) => `${begin}.${second}.${third}.${end}`),
  );
}

/** The bits of a block that holds addresses of IPv4 as they are mapped into IPv6. */
const IPV4_MAPPED_BITS = 96;

function blockOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [range, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`);
  const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= IPV4_MAPPED_BITS;
  return isMapped ? [range.toIPv4Address(), bits - IPV4_MAPPED_BITS] : [range, bits];
}

/** Is the address one of those listed, singly or as CIDR blocks? An empty list means any address. */
export function isInAllowlist(text: string | undefined, list: readonly string[]): boolean {
  if (list.length === 0) return true;
  if (!text || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return list.some((entry) => {
    const [range, bits] = blockOf(entry);
    return address.kind() === range.kind() && address.match(range, bits);
  });
}
