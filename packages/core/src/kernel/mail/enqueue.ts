import { type MessageKind, messageKinds, type PayloadOf, type SealedOf } from '@inaam/contracts/messages/messages';
import type { Tx } from '@inaam/db/client';
import { notifications } from '@inaam/db/schema/messages';
import { sql } from 'drizzle-orm';
import { encryptionContext } from '../sealed-columns.ts';
import type { SecretBox } from '../secret-box.ts';

export interface NewMessage<K extends MessageKind> {
  kind: K;
  /** Names the fact: for one kind, the same fact is told once to one address. */
  eventKey: string;
  /** null where the address is nobody's yet, or where it must not show whether it is somebody's. */
  userId: number | null;
  recipient: string;
  payload: PayloadOf<K>;
  sealed: SealedOf<K>;
  /** After which it would be of no use; undefined: it keeps. */
  expiresInSeconds?: number;
}

/**
 * Puts a mail into the outbox, in the transaction of the fact that it tells, and under the bell what belongs there.
 * Again for the same fact: nothing, in whatever month it was told. SQL has the same as `enqueue_message`, for facts
 * without secrets; it pushes, too.
 */
export async function enqueueMessage<K extends MessageKind>(
  tx: Pick<Tx, 'insert' | 'execute'>,
  secrets: SecretBox,
  { kind, eventKey, userId, recipient, payload, sealed, expiresInSeconds }: NewMessage<K>,
): Promise<void> {
  const isSealed = Object.keys(messageKinds[kind].sealed.shape).length > 0;
  const secret = isSealed
    ? secrets.seal(JSON.stringify(sealed), encryptionContext('messages.sealed', kind, eventKey, recipient))
    : null;
  // The key holds within a month: what lies in another one is looked for.
  await tx.execute(sql`
    insert into messages (kind, event_key, user_id, recipient, payload, sealed, expires_at)
    select ${kind}, ${eventKey}, ${userId}::bigint, ${recipient}, ${JSON.stringify(payload)}::jsonb, ${secret},
      now() + make_interval(secs => ${expiresInSeconds ?? null}::float8)
    where not exists (
      select from messages where kind = ${kind} and event_key = ${eventKey} and recipient = ${recipient})
    on conflict do nothing`);
  if (userId === null || !messageKinds[kind].by.includes('app')) return;
  await tx.insert(notifications).values({ userId, kind, eventKey, payload }).onConflictDoNothing();
}
