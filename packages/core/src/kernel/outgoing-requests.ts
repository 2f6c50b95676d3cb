import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Guards requests to URLs that a person typed. These requests may only reach the public internet, never the internal
 * network of this process.
 */

/** `trustedOrigin` is allowed even without https and at an internal IP address. In the demo, it is the sandbox. */
export interface OutgoingRequestPolicy {
  trustedOrigin: string | undefined;
}

/** The policy forbids calls to the URL or to an IP address of its host. The message is for admins. */
export class AddressNotAllowed extends Error {}

/** Returns whether an IP address is on the public internet; any other may be internal. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // `::7f00:1` is an obsolete notation of 127.0.0.1, which `range` does not recognize.
  const isCompatible = read instanceof ipaddr.IPv6 && read.match(ipaddr.IPv6.parse('::'), 96);
  return read.range() === 'unicast' && !isCompatible;
}

/**
 * Resolves a host name and checks the IP addresses that the connection then uses. A separate check could see another IP
 * address than the connection (DNS rebinding).
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressNotAllowed('The address is not on the public internet'), '', 0);
    }
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family ?? 4);
  });
};

/**
 * Checks a URL before a call. If it has a host name, {@link lookupPublicAddress} checks the name's IP addresses later.
 * @throws AddressNotAllowed unless the URL is at the trusted origin, or is https without a user name and without an
 *   internal IP address
 */
export function requirePublicAddress(url: URL, rules: OutgoingRequestPolicy): { url: URL; isTrusted: boolean } {
  const isTrusted = rules.trustedOrigin !== undefined && url.origin === rules.trustedOrigin;
  if (isTrusted) return { url, isTrusted };
  if (url.protocol !== 'https:') throw new AddressNotAllowed('The address must be https');
  if (url.username || url.password) throw new AddressNotAllowed('The address must have no user name in it');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Numeric addresses are not resolved, so `lookupPublicAddress` never sees them.
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new AddressNotAllowed('The address is not on the public internet');
  }
  return { url, isTrusted };
}
