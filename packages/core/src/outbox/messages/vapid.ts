import type { MoveSql } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Pusher, VapidKeys } from '../../kernel/mail/pusher.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

const KEY_CONTEXT = encryptionContext('push_keys.private_key');

export type VapidServices = { kernel: Kernel; secrets: SecretBox; push: Pusher };

/**
 * The key pair by which push services know us. The first who asks draws it, for all processes: whose insert comes
 * second takes what the first one drew. A pair that no key of this process opens is of no use, and neither are the
 * subscriptions that were made with it: browsers bind them to the public key (RFC 8292, section 4.2).
 */
export async function getVapidKeys({ kernel, secrets, push }: VapidServices): Promise<VapidKeys> {
  const [kept] = await kernel.read((_, sql) => readKeys(sql));
  const opened = kept && secrets.open(kept.privateKey, KEY_CONTEXT);
  if (kept && opened !== undefined) return { publicKey: kept.publicKey, privateKey: opened };
  const drawn = push.drawKeys();
  const sealed = secrets.seal(drawn.privateKey, KEY_CONTEXT);
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
  const mine = now && secrets.open(now.privateKey, KEY_CONTEXT);
  if (!now || mine === undefined) throw new Error('SECRETS_KEY does not open the keys of Web Push');
  return { publicKey: now.publicKey, privateKey: mine };
}

const readKeys = (sql: MoveSql) => sql<VapidKeys[]>`
  select public_key as "publicKey", private_key as "privateKey" from push_keys`;
