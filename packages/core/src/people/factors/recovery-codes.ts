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

/** Codes on paper for who has lost the rest: 120 random bits each, so that a plain hash is enough. */
const COUNT = 10;
/** Crockford's letters: none is taken for another (https://www.crockford.com/base32.html). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function draw(): string {
  const letters = Array.from(randomBytes(24), (byte) => LETTERS[byte % 32]).join('');
  return letters.replaceAll(/(.{4})(?!$)/g, '$1-');
}

/** As it was drawn, however it was typed. */
const hashOf = (code: string): string =>
  sha256(
    code
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  );

/** Draws ten anew; the earlier ones end. They are shown this once. */
export async function generateRecoveryCodes(tx: Tx, adminId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, draw);
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
  await tx.insert(adminRecoveryCodes).values(codes.map((code) => ({ adminId, hash: hashOf(code) })));
  return codes;
}

/** Draws them for who has none. */
export async function ensureRecoveryCodes(tx: Tx, adminId: number): Promise<readonly string[] | null> {
  const held = await tx.select().from(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId)).limit(1);
  return held.length > 0 ? null : generateRecoveryCodes(tx, adminId);
}

/** Ten new ones, for who has a second factor. @throws DomainError NO_FACTOR */
export async function regenerateRecoveryCodes({
  kernel,
  actor,
}: CommandContext<object, AdminActor>): Promise<readonly string[]> {
  return kernel.write(async (tx) => {
    if (!(await holdsFactor(tx, actor.id))) throw new DomainError('NO_FACTOR');
    const codes = await generateRecoveryCodes(tx, actor.id);
    await writeAuditEntry(tx, actor, { action: 'admins.regenerate_recovery_codes', subject: String(actor.id) });
    return codes;
  });
}

/** Takes a code, once. */
export async function consumeRecoveryCode(
  { kernel }: { kernel: Kernel },
  adminId: number,
  code: string,
): Promise<boolean> {
  const taken = await kernel.write((tx) =>
    tx
      .update(adminRecoveryCodes)
      .set({ usedAt: sql`now()` })
      .where(
        sql`${adminRecoveryCodes.adminId} = ${adminId} and ${adminRecoveryCodes.hash} = ${hashOf(code)}
          and ${adminRecoveryCodes.usedAt} is null`,
      )
      .returning({ hash: adminRecoveryCodes.hash }),
  );
  return taken.length > 0;
}

async function holdsFactor(tx: Tx, adminId: number): Promise<boolean> {
  const [row] = await tx.execute<{ held: boolean }>(sql`select ${hasFactor(adminId)} as held`);
  return row?.held ?? false;
}

/** After one was removed: where a second factor is required, one stays. Without any, the codes go, too. */
export async function requireFactorLeft(
  tx: Tx,
  { secondFactorRequired }: BackOfficePolicy,
  adminId: number,
): Promise<void> {
  if (await holdsFactor(tx, adminId)) return;
  if (secondFactorRequired) throw new DomainError('LAST_FACTOR');
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId));
}
