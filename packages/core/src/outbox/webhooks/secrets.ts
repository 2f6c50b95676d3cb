import { randomBytes } from 'node:crypto';
import type { webhookEndpoints } from '@inaam/db/schema/webhooks';
import type { Kernel } from '../../kernel/kernel.ts';
import { refuseLost, reseal } from '../../kernel/reseal.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

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

/**
 * Seals anew what an older key sealed, so that the older key can be thrown away. @returns how many secrets
 * @throws Error when some cannot be opened: their endpoints are given new ones
 */
export async function sealEndpointSecrets({
  kernel,
  secrets,
}: {
  kernel: Kernel;
  secrets: SecretBox;
}): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<{ id: number; secret: string | null; previous_secret: string | null }[]>`
      select id, secret, previous_secret from webhook_endpoints where secret is not null`,
  );
  const values = rows.flatMap(({ id, ...fields }) =>
    Object.entries(fields).flatMap(([field, stored]) =>
      stored === null
        ? []
        : [
            {
              stored,
              place: placeOf(id, field as SecretField),
              replace: (anew: string) =>
                kernel.move(
                  (sql) => sql`
                    update webhook_endpoints set ${sql(field)} = ${anew}
                    where id = ${id} and ${sql(field)} = ${stored}`,
                ),
            },
          ],
    ),
  );
  const result = await reseal(secrets, values);
  refuseLost(result, 'secrets of webhooks');
  return result.sealed;
}
