import { randomBytes } from 'node:crypto';
import type { webhookEndpoints } from '@inaam/db/schema/webhooks';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

type Endpoint = typeof webhookEndpoints.$inferSelect;
type SecretField = 'secret' | 'previous_secret';

/**
 * Generates a secret as the Standard Webhooks specification requires: 24 to 64 random bytes in base64 with a prefix.
 */
export const generateEndpointSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const sealEndpointSecret = (box: SecretBox, endpointId: number, field: SecretField, secret: string): string =>
  box.seal(secret, encryptionContext(`webhook_endpoints.${field}`, endpointId));

/** Returns the current secret and, during an overlap, the previous one. Omits secrets that cannot be decrypted. */
export function getSigningSecrets(
  box: SecretBox,
  { id, secret, previousSecret, previousUntil }: Pick<Endpoint, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>,
  now: Date,
): string[] {
  const opened = [secret === null ? undefined : box.open(secret, encryptionContext('webhook_endpoints.secret', id))];
  if (previousSecret !== null && previousUntil !== null && previousUntil > now) {
    opened.push(box.open(previousSecret, encryptionContext('webhook_endpoints.previous_secret', id)));
  }
  return opened.filter((each) => each !== undefined);
}
