import type { SqlClient } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Pusher, VapidKeys } from '../../kernel/mail/pusher.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

const KEY_CONTEXT = encryptionContext('push_keys.private_key');

export type VapidServices = { kernel: Kernel; secrets: SecretBox; push: Pusher };

/**
 * Returns the key pair that identifies us to push services. The first caller generates the pair for all processes. If
 * two callers generate a pair at the same time, both get the pair that was stored first. An unreadable pair is
 * replaced, and all subscriptions are deleted, because browsers bind a subscription to the public key (RFC 8292,
 * section 4.2).
 */
export async function getVapidKeys({ kernel, secrets, push }: VapidServices): Promise<VapidKeys> {
  const [stored] = await kernel.read((_, sql) => readKeys(sql));
  const opened = stored && secrets.open(stored.privateKey, KEY_CONTEXT);
  if (stored && opened !== undefined) return { publicKey: stored.publicKey, privateKey: opened };
  const generated = push.generateKeys();
  const sealed = secrets.seal(generated.privateKey, KEY_CONTEXT);
  const lost = stored?.privateKey ?? null;
  await kernel.runIdempotent(
    (sql) => sql`
      with generated as (
        insert into push_keys (public_key, private_key) values (${generated.publicKey}, ${sealed})
        on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key,
          created_at = now()
        where push_keys.private_key = ${lost}
        returning 1)
      delete from push_subscriptions where exists (select 1 from generated)`,
  );
  const [now] = await kernel.read((_, sql) => readKeys(sql));
  const privateKey = now && secrets.open(now.privateKey, KEY_CONTEXT);
  if (!now || privateKey === undefined) throw new Error('SECRETS_KEY does not open the keys of Web Push');
  return { publicKey: now.publicKey, privateKey: privateKey };
}

const readKeys = (sql: SqlClient) => sql<VapidKeys[]>`
  select public_key as "publicKey", private_key as "privateKey" from push_keys`;
