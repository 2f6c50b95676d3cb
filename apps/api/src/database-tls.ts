import { SettingError } from '@inaam/settings/environment';
import ipaddr from 'ipaddr.js';

/** These modes always encrypt. `prefer` and `allow` fall back to clear text when the server has no TLS. */
const ENCRYPTED_MODES = new Set(['require', 'verify-ca', 'verify-full']);

/**
 * Refuses the URL of a database on another machine without encryption, because the connection carries passwords and
 * personal data.
 * @param variable the setting that holds the URL
 * @throws SettingError when a server in the URL is on another machine and the URL does not require TLS
 */
export function requireDatabaseTls(variable: string, address: string | undefined): void {
  if (address === undefined) return;
  const [, hosts = '', query = ''] = /^[a-z]+:\/\/(?:[^@/]*@)?([^/?]*)[^?]*(?:\?(.*))?$/.exec(address) ?? [];
  const modes = new URLSearchParams(query).getAll('sslmode');
  if (modes.length > 0 && modes.every((mode) => ENCRYPTED_MODES.has(mode))) return;
  const remoteHost = hosts.split(',').find((host) => !isLocalHost(host.replace(/:\d+$/, '')));
  if (remoteHost === undefined) return;
  throw new SettingError(
    variable,
    `must say sslmode=require, verify-ca or verify-full in production: ${remoteHost} is another machine`,
  );
}

export function isLocalHost(host: string): boolean {
  // A path is a Unix socket.
  if (host === 'localhost' || host.startsWith('%2F') || host.startsWith('%2f')) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
