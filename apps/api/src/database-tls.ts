import { SettingError } from '@inaam/settings/environment';
import ipaddr from 'ipaddr.js';

/** These modes always encrypt. `prefer` and `allow` fall back to clear text when the server has no TLS. */
const ENCRYPTED = new Set(['require', 'verify-ca', 'verify-full']);

/**
 * Refuses a database address without encryption: the connection carries passwords and personal data.
 * @param variable the setting that holds the address
 * @throws SettingError when one of its servers is on another machine and not reached by TLS
 */
export function requireDatabaseTls(variable: string, address: string | undefined): void {
  if (address === undefined) return;
  const [, hosts = '', query = ''] = /^[a-z]+:\/\/(?:[^@/]*@)?([^/?]*)[^?]*(?:\?(.*))?$/.exec(address) ?? [];
  const modes = new URLSearchParams(query).getAll('sslmode');
  if (modes.length > 0 && modes.every((mode) => ENCRYPTED.has(mode))) return;
  const beyond = hosts.split(',').find((host) => !isLocalHost(host.replace(/:\d+$/, '')));
  if (beyond === undefined) return;
  throw new SettingError(
    variable,
    `must say sslmode=require, verify-ca or verify-full in production: ${beyond} is another machine`,
  );
}

export function isLocalHost(host: string): boolean {
  // A path is a Unix socket.
  if (host === 'localhost' || host.startsWith('%2F') || host.startsWith('%2f')) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
