import { type MessageKind, messageKinds, type PayloadOf, type SealedOf } from '@inaam/contracts/messages/messages';
import type { Tx } from '@inaam/db/client';
import { notifications } from '@inaam/db/schema/messages';
import { sql } from 'drizzle-orm';
import { encryptionContext } from '../sealed-columns.ts';
import type { SecretBox } from '../secret-box.ts';

export interface NewMessage<K extends MessageKind> {
  kind: K;
  /** Identifies the event: each recipient gets one message per kind and event. */
  eventKey: string;
  /** null if no user has the e-mail address, or if the mail must not reveal whether a user has it. */
  userId: number | null;
  recipient: string;
  payload: PayloadOf<K>;
  sealed: SealedOf<K>;
  /** Lifetime; undefined if it never expires. */
  expiresInSeconds?: number;
}

/**
 * Adds a mail to the outbox in the transaction of the event, and a notification if the message kind has one. A repeated
 * event adds nothing, even in a later month. The SQL function `enqueue_message` does the same for messages without
 * secrets, and also adds pushes.
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
  // The unique key only covers a month, so other months are checked here.
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
