import type { Tx } from '@inaam/db/client';
import { accountTokens, passkeys } from '@inaam/db/schema/accounts';
import { userSessions } from '@inaam/db/schema/identity';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { enqueueMessage } from '../../kernel/mail/enqueue.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateToken } from './tokens.ts';

interface Kept {
  /** The id of the session that goes on; undefined: none does. */
  keepSession?: string;
  /** Whoever is signed in keeps their passkeys, which are listed to them. */
  passkeysStay?: boolean;
}

/**
 * Ends what else leads into an account, once somebody has shown that it is theirs: sessions, with the browsers that are
 * told by push; links and codes that are under way, also those for a new address; and passkeys, of which the owner is
 * told. Links that take a change of the address back stay: they belong to who had the address before. The caller sets
 * the password. See infra/docs/decisions/0020-accounts.md.
 * @param user with the address that is theirs from now on
 */
export async function revokeAllAccess(
  tx: Tx,
  { secrets }: { secrets: SecretBox },
  { id, email }: { id: number; email: string },
  { keepSession, passkeysStay = false }: Kept = {},
): Promise<void> {
  const others = keepSession === undefined ? undefined : ne(userSessions.id, keepSession);
  await tx.delete(userSessions).where(and(eq(userSessions.userId, id), others));
  // Before the passkeys: it waits for one that is just being added by such a token, which then is seen.
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
  if (passkeysStay) return;
  const gone = await tx.delete(passkeys).where(eq(passkeys.userId, id)).returning({ id: passkeys.id });
  if (gone.length === 0) return;
  await enqueueMessage(tx, secrets, {
    kind: 'passkeys_removed',
    // Each time is a fact of its own.
    eventKey: generateToken(),
    userId: id,
    recipient: email,
    payload: { count: gone.length },
    sealed: {},
  });
}
