import { DomainError } from '@inaam/contracts/common/errors';
import type { Language } from '@inaam/contracts/common/language';
import type { Tx } from '@inaam/db/client';
import { userStats } from '@inaam/db/schema/figures';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { type SQL, sql } from 'drizzle-orm';
import type { TrafficSource } from '../../kernel/actor.ts';
import { getViolatedConstraint } from '../../kernel/failures.ts';
import { oneRow } from '../../kernel/rows.ts';

export interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  providerUid: string | null;
  /** Whether the email address is verified, by the identity provider or by the link or code in a mail. */
  verified: boolean;
  ip: string | null;
  device: string | undefined;
  userAgent: string | null;
  /** The browser's language, if known. */
  language?: Language | undefined;
  trafficSource?: TrafficSource | undefined;
}

/** Turns a duplicate email address into a DomainError. @throws DomainError EMAIL_TAKEN, or the failure itself */
export function toEmailTakenError(failure: unknown): never {
  if (getViolatedConstraint(failure) === 'users_email_key') throw new DomainError('EMAIL_TAKEN', { field: 'email' });
  throw failure;
}

/**
 * Creates an account with its counters, and counts the registration for its IP address and device, in one transaction.
 * @throws the driver's unique violation if the email address or the provider's ID is taken
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<{ id: number }> {
  const inserted = await tx
    .insert(users)
    .values({
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
      passwordHash: account.passwordHash,
      providerUid: account.providerUid,
      emailVerifiedAt: account.verified ? sql`now()` : null,
      registrationIp: account.ip,
      registrationDevice: account.device ?? null,
      registrationUserAgent: account.userAgent,
      language: account.language ?? null,
    })
    .returning({ id: users.id });
  const user = oneRow(inserted);
  await tx.insert(userStats).values({ userId: user.id });
  if (account.trafficSource) {
    const { source, click } = account.trafficSource;
    await tx.execute(sql`select record_user_traffic_source(${user.id}::bigint, ${source}, ${click})`);
  }
  // Always the IP address before the device, to avoid deadlocks.
  if (account.ip !== null) {
    await tx
      .insert(ipAddresses)
      .values({ address: account.ip, ...firstRegistration })
      .onConflictDoUpdate({
        target: ipAddresses.address,
        set: countRegistration(sql`${ipAddresses.registrationCount}`, sql`${ipAddresses.firstRegistration}`),
      });
  }
  if (account.device !== undefined) {
    await tx
      .insert(devices)
      .values({ fingerprint: account.device, ...firstRegistration })
      .onConflictDoUpdate({
        target: devices.fingerprint,
        set: countRegistration(sql`${devices.registrationCount}`, sql`${devices.firstRegistration}`),
      });
  }
  return user;
}

const now = sql`now()`;
const firstRegistration = { registrationCount: 1, firstRegistration: now, lastRegistration: now };

const countRegistration = (count: SQL, first: SQL) => ({
  registrationCount: sql`${count} + 1`,
  firstRegistration: sql`coalesce(${first}, now())`,
  lastRegistration: now,
});
