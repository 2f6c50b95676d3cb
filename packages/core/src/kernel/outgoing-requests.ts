import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where calls may go whose address somebody typed: to the public internet, never to what is around this process. */

/** What a process allows beyond https to public addresses: in the demo, the sandbox's own origin. */
export interface OutgoingRequestPolicy {
  trustedOrigin: string | undefined;
}

/** The address is none that may be called; the message is for the admin. */
export class AddressNotAllowed extends Error {}

/** Is it an address of the public internet? Everything else is somebody's inside: ours, most likely. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // `::7f00:1` was once a way to write 127.0.0.1, and the list of ranges has forgotten it.
  const isCompatible = read instanceof ipaddr.IPv6 && read.match(ipaddr.IPv6.parse('::'), 96);
  return read.range() === 'unicast' && !isCompatible;
}

/**
 * Resolves for the connection itself. Otherwise a name could be one address when it is checked and another when it is
 * used (DNS rebinding).
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

/** @throws AddressNotAllowed: neither https to a public address nor the trusted origin */
export function requirePublicAddress(url: URL, rules: OutgoingRequestPolicy): { url: URL; isTrusted: boolean } {
  const isTrusted = rules.trustedOrigin !== undefined && url.origin === rules.trustedOrigin;
  if (isTrusted) return { url, isTrusted };
  if (url.protocol !== 'https:') throw new AddressNotAllowed('The address must be https');
  if (url.username || url.password) throw new AddressNotAllowed('The address must have no user name in it');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // For an address in numbers nothing is resolved.
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new AddressNotAllowed('The address is not on the public internet');
  }
  return { url, isTrusted };
}
