import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { accountTokens } from '@inaam/db/schema/accounts';
import { and, desc, eq, gt, gte, isNull, min, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

/** Links and codes in mails: each proves once that somebody reads the mail of an address. */

/** Seconds that each is good for. */
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

/** Wrong codes that one mail takes: with the budget of mails, some 25 guesses an hour out of a million. */
const MAX_WRONG_CODES = 5;

export type TokenRow = typeof accountTokens.$inferSelect;

/** 256 random bits need no slow hash. */
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
 * Draws a link's secret and a code. Earlier ones of the purpose, for the same address or person, end; but for links
 * that take a change of the address back, each of which leads to an address of its own: see {@link revokeUndoLinks}.
 * @returns what goes into the mail; the table has neither
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
    const same = userId === null ? eq(accountTokens.email, email ?? '') : eq(accountTokens.userId, userId);
    await tx.delete(accountTokens).where(and(same, eq(accountTokens.purpose, purpose), isNull(accountTokens.usedAt)));
  }
  const made = await tx
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
  return { token, code, id: oneRow(made).id };
}

/**
 * Ends a person's links that take back a change of their address, from the first that led to `email`: whoever has that
 * address back was there before all who came later. Those before it stay, for they lead to who was there earlier.
 * @returns when the first was sent: the address was left then
 */
export async function revokeUndoLinks(tx: Tx, userId: number, email: string): Promise<Date | undefined> {
  const undo = and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, 'undo_email'));
  const [first] = await tx
    .select({ at: min(accountTokens.createdAt) })
    .from(accountTokens)
    .where(and(undo, eq(accountTokens.email, email)));
  if (!first?.at) return undefined;
  await tx.delete(accountTokens).where(and(undo, isNull(accountTokens.usedAt), gte(accountTokens.createdAt, first.at)));
  return first.at;
}

const isGood = (purpose: Purpose) =>
  and(
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, sql`clock_timestamp()`),
  );

/** Is the link good, without using it? */
export async function isTokenValid(kernel: Kernel, purpose: Purpose, token: string): Promise<boolean> {
  const rows = await kernel.read((db) =>
    db
      .select({ id: accountTokens.id })
      .from(accountTokens)
      .where(and(eq(accountTokens.hash, hashToken(token)), isGood(purpose))),
  );
  return rows.length > 0;
}

/** Uses a link up; undefined when it is unknown, used or too old. Of two at once one gets it. */
export async function consumeToken(tx: Tx, purpose: Purpose, token: string): Promise<TokenRow | undefined> {
  const [row] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.hash, hashToken(token)), isGood(purpose)))
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
 * Uses up the newest mail's code. A wrong one is counted, in a transaction of its own that stays.
 * @param whose the person, or, where there is no account yet, the address
 * @returns the token that the code stands for, still to be used by {@link consumeCode}
 * @throws DomainError CODE_WRONG, for an unknown address, too
 */
export async function checkCode(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  purpose: Purpose,
  whose: { userId: number } | { email: string },
  code: string,
): Promise<TokenRow> {
  const row = await kernel.write(async (tx) => {
    const owner = 'userId' in whose ? eq(accountTokens.userId, whose.userId) : eq(accountTokens.email, whose.email);
    const [found] = await tx
      .select()
      .from(accountTokens)
      .where(and(owner, isGood(purpose)))
      .orderBy(desc(accountTokens.id))
      .limit(1)
      .for('update');
    if (!found || found.wrongCodes >= MAX_WRONG_CODES) return undefined;
    const sealed = found.code;
    const right = (sealed && secrets.open(sealed, encryptionContext('account_tokens.code', found.hash))) ?? '';
    if (right.length === code.length && timingSafeEqual(Buffer.from(right), Buffer.from(code))) return found;
    await tx
      .update(accountTokens)
      .set({ wrongCodes: sql`${accountTokens.wrongCodes} + 1` })
      .where(eq(accountTokens.id, found.id));
    return undefined;
  });
  if (!row) throw new DomainError('CODE_WRONG', { field: 'code' });
  return row;
}

/** Uses up a token whose code was right. @throws DomainError CODE_WRONG when somebody else was faster */
export async function consumeCode(tx: Tx, { id }: TokenRow): Promise<TokenRow> {
  const [row] = await tx
    .update(accountTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.usedAt)))
    .returning();
  if (!row) throw new DomainError('CODE_WRONG', { field: 'code' });
  return row;
}
