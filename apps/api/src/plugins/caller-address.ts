import { isIPv6 } from 'node:net';
import { canonicalAddress, matchBlocks, normalizeAddress } from '@inaam/core/kernel/address';
import type { FastifyRequest } from 'fastify';

/** The IP address of a caller is the socket's, or the last entry of `X-Forwarded-For` that is not a trusted proxy. */

/** Names that `TRUST_PROXY` may contain for blocks of IP addresses. */
const NAMED_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Removes port, brackets and quotes from an entry of `X-Forwarded-For`. Azure's gateway adds the port:
 * https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works. IPv6 with a port has brackets
 * (RFC 7239, section 6), because an IPv6 address may itself end in `:4711`.
 */
export function withoutPort(entry: string): string {
  const unquoted = entry.replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[(.*)\](?::\d{1,5})?$/.exec(unquoted) ?? [];
  if (inBrackets !== undefined) return isIPv6(inBrackets) ? inBrackets : unquoted;
  return unquoted.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1');
}

/**
 * Returns a function for Fastify that decides whether the `X-Forwarded-For` of a proxy is trusted. The proxy's IP
 * address may have a port, too.
 */
export function trustProxies(proxies: readonly string[]): (address: string | undefined) => boolean {
  const isProxy = matchBlocks(proxies.flatMap((entry) => NAMED_BLOCKS[entry] ?? [entry]));
  return (address) => isProxy(address && withoutPort(address));
}

const getEntry = (request: FastifyRequest): string | undefined => {
  // After the socket has closed, the address is undefined, although the type says string.
  const entry = request.ip as string | undefined;
  return entry && withoutPort(entry);
};

/**
 * Returns the caller's IP address in the form that rate limits and blocked IP addresses use; null if a proxy wrote
 * something that is not an IP address.
 */
export const getCallerAddress = (request: FastifyRequest): string | null => normalizeAddress(getEntry(request));

/** Returns the caller's exact IP address; null if a proxy wrote something that is not an IP address. */
export const getExactCallerAddress = (request: FastifyRequest): string | null => canonicalAddress(getEntry(request));

/** Whether a trusted proxy wrote something that is not an IP address. */
export const isAddressUnreadable = (request: FastifyRequest): boolean =>
  (request.ips?.length ?? 0) > 1 && getCallerAddress(request) === null;
