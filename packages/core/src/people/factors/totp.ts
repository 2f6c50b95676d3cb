import type { TotpEnrollment } from '@inaam/contracts/access/second-factor';
import { DomainError } from '@inaam/contracts/common/errors';
import { adminTotp } from '@inaam/db/schema/second-factor';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { AdminActor } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { SignInLimiter } from '../passwords/sign-in-limiter.ts';
import { ensureRecoveryCodes, requireFactorLeft } from './recovery-codes.ts';

/**
 * TOTP codes (RFC 6238), with otpauth. SHA-1, because common authenticator apps support nothing else:
 * https://github.com/google/google-authenticator/wiki/Key-Uri-Format.
 */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

type Column = 'admin_totp.secret' | 'admin_totp.pending';

const openSecret = (secrets: SecretBox, column: Column, adminId: number, sealed: string): Secret | undefined => {
  const text = secrets.open(sealed, encryptionContext(column, adminId));
  return text === undefined ? undefined : Secret.fromBase32(text);
};

/**
 * Returns the time step of a code; null for a wrong code. Accepts one step before and after (RFC 6238, section 5.2).
 * @param now ms since 1970, by the database's clock
 */
export function getTotpStep(secret: Secret, code: string, now: number): number | null {
  const counter = Math.floor(now / 1000 / SETTINGS.period);
  const delta = new TOTP({ ...SETTINGS, secret }).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : counter + delta;
}

type Command = CommandContext<object, AdminActor>;

/** Generates a pending secret, which is active after {@link confirmTotp}. */
export async function totpEnrollment({
  kernel,
  secrets,
  actor,
  mail,
}: Command & { secrets: SecretBox; mail: MailSettings }): Promise<TotpEnrollment> {
  const secret = new Secret({ size: 20 });
  const pending = secrets.seal(secret.base32, encryptionContext('admin_totp.pending', actor.id));
  await kernel.write((tx) =>
    tx
      .insert(adminTotp)
      .values({ adminId: actor.id, pending })
      .onConflictDoUpdate({ target: adminTotp.adminId, set: { pending } }),
  );
  const totp = new TOTP({ ...SETTINGS, secret, issuer: `${mail.brandName} Admin`, label: actor.name });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Activates the pending secret.
 * @returns new recovery codes; null if the admin has some
 * @throws DomainError CODE_WRONG
 */
export async function confirmTotp(
  { kernel, secrets, signInLimiter, actor }: Command & { secrets: SecretBox; signInLimiter: SignInLimiter },
  code: string,
): Promise<readonly string[] | null> {
  let codes: readonly string[] | null = null;
  const matches = await signInLimiter.guard(
    { realm: 'admin', account: `new totp of ${actor.id}`, ip: actor.ip },
    async () =>
      kernel.write(async (tx) => {
        const [row] = await tx
          .select({ pending: adminTotp.pending, now: sql<number>`extract(epoch from clock_timestamp()) * 1000` })
          .from(adminTotp)
          .where(eq(adminTotp.adminId, actor.id))
          .for('update');
        const secret = row?.pending && openSecret(secrets, 'admin_totp.pending', actor.id, row.pending);
        const step = secret ? getTotpStep(secret, code, row.now) : null;
        if (!secret || step === null) return false;
        const sealed = secrets.seal(secret.base32, encryptionContext('admin_totp.secret', actor.id));
        await tx
          .update(adminTotp)
          .set({ secret: sealed, pending: null, lastStep: step, createdAt: sql`now()` })
          .where(eq(adminTotp.adminId, actor.id));
        await writeAuditEntry(tx, actor, {
          action: 'admins.add_factor',
          subject: String(actor.id),
          after: { kind: 'totp' },
        });
        codes = await ensureRecoveryCodes(tx, actor.id);
        return true;
      }),
  );
  if (!matches) throw new DomainError('CODE_WRONG', { field: 'code' });
  return codes;
}

/** Consumes a TOTP code. @returns false if it is wrong or was used */
export async function consumeTotpCode(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  adminId: number,
  code: string,
): Promise<boolean> {
  return kernel.write(async (tx) => {
    const [row] = await tx
      .select({
        secret: adminTotp.secret,
        lastStep: adminTotp.lastStep,
        now: sql<number>`extract(epoch from clock_timestamp()) * 1000`,
      })
      .from(adminTotp)
      .where(and(eq(adminTotp.adminId, adminId), isNotNull(adminTotp.secret)))
      .for('update');
    const secret = row?.secret && openSecret(secrets, 'admin_totp.secret', adminId, row.secret);
    const step = secret ? getTotpStep(secret, code, row.now) : null;
    if (!row || step === null || step <= row.lastStep) return false;
    await tx.update(adminTotp).set({ lastStep: step }).where(eq(adminTotp.adminId, adminId));
    return true;
  });
}

/** Removes the authenticator app. @throws DomainError LAST_FACTOR */
export async function removeTotp({
  kernel,
  actor,
  backOfficePolicy,
}: Command & { backOfficePolicy: BackOfficePolicy }): Promise<void> {
  await kernel.write(async (tx) => {
    const removed = await tx
      .delete(adminTotp)
      .where(eq(adminTotp.adminId, actor.id))
      .returning({ secret: adminTotp.secret });
    if (!removed.some(({ secret }) => secret !== null)) return;
    await requireFactorLeft(tx, backOfficePolicy, actor.id);
    await writeAuditEntry(tx, actor, {
      action: 'admins.remove_factor',
      subject: String(actor.id),
      before: { kind: 'totp' },
    });
  });
}
