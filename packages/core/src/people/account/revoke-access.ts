import type { Tx } from '@inaam/db/client';
import { accountTokens, passkeys } from '@inaam/db/schema/accounts';
import { userSessions } from '@inaam/db/schema/identity';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateToken } from './tokens.ts';

interface RevokeOptions {
  /** The session to keep; none by default. */
  keepSession?: string;
  /** Keeps the passkeys, because a signed-in user can check and remove them. */
  keepPasskeys?: boolean;
}

/**
 * Ends all access to an account: sessions with their push subscriptions, pending links and codes, and passkeys (with a
 * notice). Callers use it after the owner has proven their identity, and set the new password themselves. Links that
 * undo a change of the email address stay, since they were sent to earlier addresses. See
 * infra/docs/decisions/0020-accounts.md.
 * @param user the user, with the address that the account keeps
 */
export async function revokeAllAccess(
  tx: Tx,
  { secrets }: { secrets: SecretBox },
  { id, email }: { id: number; email: string },
  { keepSession, keepPasskeys = false }: RevokeOptions = {},
): Promise<void> {
  const others = keepSession === undefined ? undefined : ne(userSessions.id, keepSession);
  await tx.delete(userSessions).where(and(eq(userSessions.userId, id), others));
  // Tokens are deleted first. This waits for a concurrent passkey registration, whose passkey is then deleted below.
  await tx
    .delete(accountTokens)
    .where(
      and(
        isNull(accountTokens.usedAt),
        or(
          and(eq(accountTokens.userId, id), ne(accountTokens.purpose, 'undo_email')),
          and(eq(accountTokens.email, email), inArray(accountTokens.purpose, ['reset_password', 'sign_in_link'])),
        ),
      ),
    );
  if (keepPasskeys) return;
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
  if (removed.length === 0) return;
  await enqueueMessage(tx, secrets, {
    kind: 'passkeys_removed',
    // Each removal sends its own mail.
    eventKey: generateToken(),
    userId: id,
    recipient: email,
    payload: { count: removed.length },
    sealed: {},
  });
}
