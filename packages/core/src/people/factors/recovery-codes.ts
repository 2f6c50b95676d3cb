import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { adminRecoveryCodes } from '@inaam/db/schema/second-factor';
import { eq, sql } from 'drizzle-orm';
import type { AdminActor } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { sha256 } from '../../kernel/digest.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { hasFactor } from '../sessions/has-factor.ts';

/** The number of recovery codes. Each has 120 random bits, so a fast hash is enough. */
const COUNT = 10;
/** Crockford's alphabet without ambiguous letters (https://www.crockford.com/base32.html). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function generateCode(): string {
  const letters = Array.from(randomBytes(24), (byte) => LETTERS[byte % 32]).join('');
  return letters.replaceAll(/(.{4})(?!$)/g, '$1-');
}

/** Hashes a code regardless of case, separators and look-alike letters. */
const hashCode = (code: string): string =>
  sha256(
    code
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  );

/** Replaces all recovery codes. @returns the new codes, which are shown only once */
export async function generateRecoveryCodes(tx: Tx, adminId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, generateCode);
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
  await tx.insert(adminRecoveryCodes).values(codes.map((code) => ({ adminId, hash: hashCode(code) })));
  return codes;
}

/** Generates codes if the admin has none. @returns null if codes exist */
export async function ensureRecoveryCodes(tx: Tx, adminId: number): Promise<readonly string[] | null> {
  const existing = await tx.select().from(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId)).limit(1);
  return existing.length > 0 ? null : generateRecoveryCodes(tx, adminId);
}

/** Replaces the admin's own recovery codes. @throws DomainError NO_FACTOR */
export async function regenerateRecoveryCodes({
  kernel,
  actor,
}: CommandContext<object, AdminActor>): Promise<readonly string[]> {
  return kernel.write(async (tx) => {
    if (!(await hasAnyFactor(tx, actor.id))) throw new DomainError('NO_FACTOR');
    const codes = await generateRecoveryCodes(tx, actor.id);
    await writeAuditEntry(tx, actor, { action: 'admins.regenerate_recovery_codes', subject: String(actor.id) });
    return codes;
  });
}

/** Consumes a code. @returns false if it is unknown or used */
export async function consumeRecoveryCode(
  { kernel }: { kernel: Kernel },
  adminId: number,
  code: string,
): Promise<boolean> {
  const consumed = await kernel.write((tx) =>
    tx
      .update(adminRecoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(
        sql`${adminRecoveryCodes.adminId} = ${adminId} and ${adminRecoveryCodes.hash} = ${hashCode(code)}
          and ${adminRecoveryCodes.usedAt} is null`,
      )
      .returning({ hash: adminRecoveryCodes.hash }),
  );
  return consumed.length > 0;
}

async function hasAnyFactor(tx: Tx, adminId: number): Promise<boolean> {
  const [row] = await tx.execute<{ has_factor: boolean }>(sql`select ${hasFactor(adminId)} as has_factor`);
  return row?.has_factor ?? false;
}

/**
 * Runs after a factor was removed. If no factor is left, refuses the removal where a factor is required, and otherwise
 * deletes the recovery codes.
 * @throws DomainError LAST_FACTOR
 */
export async function requireFactorLeft(
  tx: Tx,
  { secondFactorRequired }: BackOfficePolicy,
  adminId: number,
): Promise<void> {
  if (await hasAnyFactor(tx, adminId)) return;
  if (secondFactorRequired) throw new DomainError('LAST_FACTOR');
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
}
