import { randomInt } from 'node:crypto';
import { newEmail, PASSWORD, type Person, signUp, unique } from './actors.ts';
import type { Product } from './product.ts';
import { RestClient } from './rest.ts';
import { getWorkerNumber } from './worker.ts';

/**
 * Users with IP addresses and devices that the test chooses. The product trusts proxies on this machine, so a header
 * of the test can name the IP address.
 */

const BLOCKS = 512;
const block = (getWorkerNumber() ?? randomInt(BLOCKS)) % BLOCKS;
let used = 0;

/** An IP address that no other test uses, in 198.18.0.0/15, the block for tests of network devices (RFC 2544). */
export function newAddress(): string {
  used += 1;
  return `198.${18 + (block >> 8)}.${block & 255}.${1 + (used % 254)}`;
}

export const newDevice = (): string => unique('device').replace('-', '');

/** Builds the header by which a proxy names the IP address of its client. */
export const fromAddress = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });

/** Registers a new user from an IP address, on a device. */
export async function registerFrom(
  product: Product,
  { ip, device, lastName }: { ip: string; device: string; lastName: string },
): Promise<Person> {
  const client = new RestClient(product.appOrigin);
  const email = newEmail();
  const input = { firstName: 'Ravi', lastName, email, password: PASSWORD, deviceFingerprint: device };
  const { user, sessionId } = await signUp(client, input, fromAddress(ip));
  return { client, email, id: user.id, sessionId };
}
