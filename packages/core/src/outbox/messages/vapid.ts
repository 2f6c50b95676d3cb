import type { MoveSql } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Pusher, VapidKeys } from '../../kernel/mail/pusher.ts';
import { reseal } from '../../kernel/reseal.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

const PLACE = 'push_keys/private_key';

export type VapidServices = { kernel: Kernel; secrets: SecretBox; push: Pusher };

/**
 * The key pair by which push services know us. The first who asks draws it, for all processes: whose insert comes
 * second takes what the first one drew. A pair that no key of this process opens is of no use, and neither are the
 * subscriptions that were made with it: browsers bind them to the public key (RFC 8292, section 4.2).
 */
export async function vapidKeys({ kernel, secrets, push }: VapidServices): Promise<VapidKeys> {
  const [kept] = await kernel.read((_, sql) => readKeys(sql));
  const opened = kept && secrets.open(kept.privateKey, PLACE);
  if (kept && opened !== undefined) return { publicKey: kept.publicKey, privateKey: opened };
  const drawn = push.drawKeys();
  const sealed = secrets.seal(drawn.privateKey, PLACE);
  const lost = kept?.privateKey ?? null;
  await kernel.move(
    (sql) => sql`
      with drawn as (
        insert into push_keys (public_key, private_key) values (${drawn.publicKey}, ${sealed})
        on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key,
          created_at = now()
        where push_keys.private_key = ${lost}
        returning 1)
      delete from push_subscriptions where exists (select 1 from drawn)`,
  );
  const [now] = await kernel.read((_, sql) => readKeys(sql));
  const mine = now && secrets.open(now.privateKey, PLACE);
  if (!now || mine === undefined) throw new Error('SECRETS_KEY does not open the keys of Web Push');
  return { publicKey: now.publicKey, privateKey: mine };
}

const readKeys = (sql: MoveSql) => sql<VapidKeys[]>`
  select public_key as "publicKey", private_key as "privateKey" from push_keys`;

/** Seals under the key of now what was sealed under an older one: the pair and the browsers. */
export async function resealPush({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<void> {
  const keys = await kernel.read((_, sql) => sql<{ stored: string }[]>`select private_key as stored from push_keys`);
  const browsers = await kernel.read(
    (_, sql) => sql<{ hash: string; stored: string }[]>`select endpoint_hash as hash, sealed as stored
      from push_subscriptions`,
  );
  // What is lost stays so: a new pair is drawn, and browsers subscribe anew.
  await reseal(secrets, [
    ...keys.map(({ stored }) => ({
      stored,
      place: PLACE,
      replace: (anew: string) =>
        kernel.move((sql) => sql`update push_keys set private_key = ${anew} where private_key = ${stored}`),
    })),
    ...browsers.map(({ hash, stored }) => ({
      stored,
      place: subscriptionPlace(hash),
      replace: (anew: string) =>
        kernel.move(
          (sql) =>
            sql`update push_subscriptions set sealed = ${anew} where endpoint_hash = ${hash} and sealed = ${stored}`,
        ),
    })),
  ]);
}

/** Where a subscription lies sealed: for one browser it can be opened nowhere else. */
export const subscriptionPlace = (endpointHash: string): string => `push_subscriptions/${endpointHash}`;
