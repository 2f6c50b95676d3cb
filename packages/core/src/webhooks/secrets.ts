import { randomBytes } from 'node:crypto';
import type { webhookEndpoints } from '@inaam/db/schema/webhooks';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { Services } from '../services.ts';

type Endpoint = typeof webhookEndpoints.$inferSelect;
type SecretField = 'secret' | 'previous_secret';

const placeOf = (endpointId: number, field: SecretField): string => `webhook_endpoints/${endpointId}/${field}`;

/** The form that the Standard Webhooks specification asks for: 24 to 64 random bytes in base64 behind a prefix. */
export const drawEndpointSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const sealEndpointSecret = (box: SecretBox, endpointId: number, field: SecretField, secret: string): string =>
  box.seal(secret, placeOf(endpointId, field));

/** What signs now: the secret, and the one before it during the overlap. Those that cannot be opened are left out. */
export function signingSecrets(
  box: SecretBox,
  { id, secret, previousSecret, previousUntil }: Pick<Endpoint, 'id' | 'secret' | 'previousSecret' | 'previousUntil'>,
  now: Date,
): string[] {
  const opened = [secret === null ? undefined : box.open(secret, placeOf(id, 'secret'))];
  if (previousSecret !== null && previousUntil !== null && previousUntil > now) {
    opened.push(box.open(previousSecret, placeOf(id, 'previous_secret')));
  }
  return opened.filter((each) => each !== undefined);
}

/** Seals anew what an older key sealed, so that the older key can be thrown away. @returns how many endpoints */
export async function sealEndpointSecrets({ kernel, secrets }: Pick<Services, 'kernel' | 'secrets'>): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<{ id: number; secret: string | null; previous_secret: string | null }[]>`
      select id, secret, previous_secret from webhook_endpoints where secret is not null`,
  );
  let count = 0;
  for (const row of rows) {
    const anew = (field: SecretField): string | null => {
      const stored = row[field];
      const text =
        stored !== null && secrets.isStale(stored) ? secrets.open(stored, placeOf(row.id, field)) : undefined;
      return text === undefined ? stored : sealEndpointSecret(secrets, row.id, field, text);
    };
    const [secret, previous] = [anew('secret'), anew('previous_secret')];
    if (secret === row.secret && previous === row.previous_secret) continue;
    await kernel.move(
      (sql) => sql`
        update webhook_endpoints set secret = ${secret}, previous_secret = ${previous}
        where id = ${row.id} and secret = ${row.secret}
          and previous_secret is not distinct from ${row.previous_secret}`,
    );
    count++;
  }
  return count;
}
