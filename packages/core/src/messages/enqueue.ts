import { type MessageKind, messageKinds, type PayloadOf, type SealedOf } from '@inaam/contracts/messages/messages';
import type { Tx } from '@inaam/db/client';
import { messages, notifications } from '@inaam/db/schema/messages';
import { sql } from 'drizzle-orm';
import type { SecretBox } from '../kernel/secret-box.ts';

export interface NewMessage<K extends MessageKind> {
  kind: K;
  /** Names the fact: for one kind, the same fact is told once to one address. */
  factKey: string;
  /** null where the address is nobody's yet, or where it must not show whether it is somebody's. */
  userId: number | null;
  recipient: string;
  payload: PayloadOf<K>;
  sealed: SealedOf<K>;
  /** After which it would be of no use; undefined: it keeps. */
  expiresInSeconds?: number;
}

/** Where the sealed part of a message lies: what is sealed for one message cannot be put into another. */
export const sealedPlace = (kind: string, factKey: string, recipient: string): string =>
  `message ${kind} ${factKey} ${recipient}`;

/**
 * Puts a mail into the outbox, in the transaction of the fact that it tells, and under the bell what belongs there.
 * Again for the same fact: nothing. SQL has the same as `enqueue_message`, for facts without secrets; it pushes, too.
 */
export async function enqueue<K extends MessageKind>(
  tx: Pick<Tx, 'insert'>,
  secrets: SecretBox,
  { kind, factKey, userId, recipient, payload, sealed, expiresInSeconds }: NewMessage<K>,
): Promise<void> {
  const isSealed = Object.keys(messageKinds[kind].sealed.shape).length > 0;
  await tx
    .insert(messages)
    .values({
      kind,
      factKey,
      userId,
      recipient,
      payload,
      sealed: isSealed ? secrets.seal(JSON.stringify(sealed), sealedPlace(kind, factKey, recipient)) : null,
      expiresAt: expiresInSeconds === undefined ? null : sql`now() + make_interval(secs => ${expiresInSeconds})`,
    })
    // Without the key's columns: the key may get others while a process of this release runs (decision 0055).
    .onConflictDoNothing();
  if (userId === null || !messageKinds[kind].by.includes('app')) return;
  await tx.insert(notifications).values({ userId, kind, factKey, payload }).onConflictDoNothing();
}
