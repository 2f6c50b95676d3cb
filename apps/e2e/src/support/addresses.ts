import { randomInt } from 'node:crypto';
import { newEmail, PASSWORD, type Person, signUp, unique } from './actors.ts';
import type { Product } from './product.ts';
import { RestClient } from './rest.ts';

/** Users with addresses and devices that the test chooses: the product trusts proxies on this machine. */

/** From the network for tests of devices, so no other test uses it. */
export const newAddress = (): string => `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;

export const newDevice = (): string => unique('device').replace('-', '');

/** The header by which a proxy names its client. */
export const fromAddress = (ip: string): Record<string, string> => ({ 'x-forwarded-for': ip });

/** A newly registered user from an address, on a device. */
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
