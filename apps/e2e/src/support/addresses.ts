import { randomInt } from 'node:crypto';
import { newEmail, PASSWORD, type Person, signUp, unique } from './actors.ts';
import type { Product } from './product.ts';
import { RestClient } from './rest.ts';

/**
 * People who come from addresses and devices of the test's choice: the product trusts what this machine's proxies say.
 */

/** From the network that is set aside for tests of devices: nobody else in this run has it. */
export const newAddress = (): string => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;

export const newDevice = (): string => unique('device').replace('-', '');

/** The header by which a proxy names who asked it. */
export const fromAddress = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });

/** Somebody who has just registered from an address, on a device. */
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
