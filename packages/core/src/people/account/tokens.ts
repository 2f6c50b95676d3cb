import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { LinkDescription } from '@inaam/contracts/account/account';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { accountTokens } from '@inaam/db/schema/accounts';
import { and, desc, eq, gt, gte, isNull, min, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

/**
 * Links and codes in mails. Each can be used once, and proves that the caller reads the mail of an address. The same
 * table holds the challenges of passkeys, which no mail contains.
 */

/** Lifetimes in seconds. */
export const LIFETIMES = {
  sign_up: 86_400,
  verify_email: 86_400,
  reset_password: 30 * 60,
  sign_in_link: 15 * 60,
  change_email: 86_400,
  undo_email: 7 * 86_400,
  passkey: 5 * 60,
} as const;
export type Purpose = keyof typeof LIFETIMES;

/** Wrong codes per mail. A mailbox gets five mails an hour, so some 25 of a million codes can be tried in an hour. */
const MAX_WRONG_CODES = 5;

export type TokenRow = typeof accountTokens.$inferSelect;

/** A fast hash is enough for 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const generateToken = (): string => randomBytes(32).toString('base64url');
const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export interface NewToken {
  purpose: Purpose;
  email: string | null;
  userId: number | null;
  data?: object;
}

/**
 * Issues a link token and a code. Revokes earlier tokens of the same purpose for the same user, or for the same email
 * address if there is no user. Undo links stay, since they restore different addresses: see {@link revokeUndoLinks}.
 * @returns the secrets for the mail and the row's ID. The table does not store the secrets in plain text.
 */
export async function issueToken(
  tx: Tx,
  secrets: SecretBox,
  { purpose, email, userId, data = {} }: NewToken,
): Promise<{ token: string; code: string; id: number }> {
  const token = generateToken();
  const code = generateCode();
  const hash = hashToken(token);
  if (purpose !== 'undo_email') {
    const hasSameOwner = userId === null ? eq(accountTokens.email, email ?? '') : eq(accountTokens.userId, userId);
    await tx
      .delete(accountTokens)
      .where(and(hasSameOwner, eq(accountTokens.purpose, purpose), isNull(accountTokens.usedAt)));
  }
  const rows = await tx
    .insert(accountTokens)
    .values({
      purpose,
      hash,
      code: secrets.seal(code, encryptionContext('account_tokens.code', hash)),
      email,
      userId,
      data,
      expiresAt: sql`now() + make_interval(secs => ${LIFETIMES[purpose]})`,
    })
    .returning({ id: accountTokens.id });
  return { token, code, id: oneRow(rows).id };
}

/**
 * Revokes a user's first undo link that restores `email`, and all later undo links: the owner of `email` had the
 * account before the owners of later addresses. Earlier links stay, since they restore the addresses of earlier owners.
 * @returns when that first link was sent, which is when the address was replaced; undefined if there is no such link
 */
export async function revokeUndoLinks(tx: Tx, userId: number, email: string): Promise<Date | undefined> {
  const isUndoLink = and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, 'undo_email'));
  const [first] = await tx
    .select({ at: min(accountTokens.createdAt) })
    .from(accountTokens)
    .where(and(isUndoLink, eq(accountTokens.email, email)));
  if (!first?.at) return undefined;
  await tx
    .delete(accountTokens)
    .where(and(isUndoLink, isNull(accountTokens.usedAt), gte(accountTokens.createdAt, first.at)));
  return first.at;
}

const isUsable = (purpose: Purpose) =>
  and(
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, sql`clock_timestamp()`),
  );

/** Checks a link without consuming it. */
export async function isTokenValid(kernel: Kernel, purpose: Purpose, token: string): Promise<boolean> {
  const rows = await kernel.read((db) =>
    db
      .select({ id: accountTokens.id })
      .from(accountTokens)
      .where(and(eq(accountTokens.hash, hashToken(token)), isUsable(purpose))),
  );
  return rows.length > 0;
}

/**
 * Consumes a link. Only one of two concurrent calls succeeds.
 * @returns undefined if the link is unknown, used or expired, or has another purpose
 */
export async function consumeToken(tx: Tx, purpose: Purpose, token: string): Promise<TokenRow | undefined> {
  const [row] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.hash, hashToken(token)), isUsable(purpose)))
    .returning();
  return row;
}

/** @throws DomainError LINK_NOT_VALID */
export async function requireToken(tx: Tx, purpose: Purpose, token: string): Promise<TokenRow> {
  const row = await consumeToken(tx, purpose, token);
  if (!row) throw new DomainError('LINK_NOT_VALID');
  return row;
}

/**
 * Checks the code of the newest mail. Wrong codes are counted in a transaction of their own.
 * @param owner the user, or the email address if there is no account yet
 * @returns the token, to be consumed by {@link consumeCode}
 * @throws DomainError CODE_WRONG, also after too many wrong codes and for an unknown email address
 */
export async function checkCode(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  purpose: Purpose,
  owner: { userId: number } | { email: string },
  code: string,
): Promise<TokenRow> {
  const row = await kernel.write(async (tx) => {
    const isOwned = 'userId' in owner ? eq(accountTokens.userId, owner.userId) : eq(accountTokens.email, owner.email);
    const [token] = await tx
      .select()
      .from(accountTokens)
      .where(and(isOwned, isUsable(purpose)))
      .orderBy(desc(accountTokens.id))
      .limit(1)
      .for('update');
    if (!token || token.wrongCodes >= MAX_WRONG_CODES) return undefined;
    const sealed = token.code;
    const expected = (sealed && secrets.open(sealed, encryptionContext('account_tokens.code', token.hash))) ?? '';
    if (expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code))) return token;
    await tx
      .update(accountTokens)
      .set({ wrongCodes: sql`${accountTokens.wrongCodes} + 1` })
      .where(eq(accountTokens.id, token.id));
    return undefined;
  });
  if (!row) throw new DomainError('CODE_WRONG', { field: 'code' });
  return row;
}

/** Consumes a checked token. @throws DomainError CODE_WRONG if it was consumed meanwhile */
export async function consumeCode(tx: Tx, { id }: TokenRow): Promise<TokenRow> {
  const [row] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.usedAt)))
    .returning();
  if (!row) throw new DomainError('CODE_WRONG', { field: 'code' });
  return row;
}

/** Describes a link, so that its page can name the account before anything changes. */
export async function describeLink({ kernel }: { kernel: Kernel }, token: string): Promise<LinkDescription> {
  const [row] = await kernel.read(
    (_, query) => query<{ email: string; account: string; purpose: Purpose; usable: boolean; done: boolean }[]>`
      select t.email, coalesce(u.email, t.email) as account, t.purpose,
        t.used_at is null and t.expires_at > clock_timestamp() as usable,
        t.purpose not in ('reset_password', 'sign_in_link') and exists (
          select 1 from users o
          where o.email = t.email and o.email_verified_at is not null and o.deleted_at is null
            and (t.user_id is null or o.id = t.user_id)) as done
      from account_tokens t left join users u on u.id = t.user_id
      where t.hash = ${hashToken(token)} and t.email is not null`,
  );
  if (!row || !(row.done || row.usable)) return { state: 'invalid', email: null, account: null, opens_session: false };
  const { email, account, purpose, done } = row;
  const opensSession = purpose === 'sign_up' || purpose === 'sign_in_link';
  return { state: done ? 'done' : 'open', email, account, opens_session: opensSession };
}
