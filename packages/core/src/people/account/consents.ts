import { type Agreement, agreements, documentVersions } from '@inaam/contracts/account/consents';
import type { Tx } from '@inaam/db/client';
import { consents } from '@inaam/db/schema/accounts';
import { eq } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { AccountPolicy } from './account-policy.ts';

type Accounts = AccountPolicy;

const getCurrentVersions = ({ minimumAge }: Accounts): Record<Agreement, string> => ({
  ...documentVersions,
  age: String(minimumAge),
});

/** Records consent to the current documents and the minimum age. Idempotent. */
export async function recordConsent(tx: Pick<Tx, 'insert'>, accounts: Accounts, userId: number): Promise<void> {
  const rows = Object.entries(getCurrentVersions(accounts)).map(([document, version]) => ({
    userId,
    document,
    version,
  }));
  await tx.insert(consents).values(rows).onConflictDoNothing();
}

export const acceptTerms = ({
  kernel,
  accounts,
  actor,
}: CommandContext<{ accounts: AccountPolicy }, UserActor>): Promise<void> =>
  kernel.write((tx) => recordConsent(tx, accounts, actor.id));

/**
 * Lists agreements that changed since the user consented to them: a newer document or a higher minimum age. Leaves out
 * agreements to which the user has never consented.
 */
export async function listChangedTerms(
  { kernel, accounts }: { kernel: Kernel; accounts: AccountPolicy },
  userId: number,
): Promise<Agreement[]> {
  const rows = await kernel.read((db) => db.select().from(consents).where(eq(consents.userId, userId)));
  const current = getCurrentVersions(accounts);
  const isCurrent = (what: Agreement, version: string) =>
    what === 'age' ? Number(version) >= accounts.minimumAge : version === current[what];
  return agreements.filter((what) => {
    const consentRows = rows.filter((row) => row.document === what);
    return consentRows.length > 0 && !consentRows.some(({ version }) => isCurrent(what, version));
  });
}
