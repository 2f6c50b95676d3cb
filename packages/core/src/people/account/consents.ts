import { type Agreement, agreements, documentVersions } from '@inaam/contracts/account/consents';
import type { Tx } from '@inaam/db/client';
import { consents } from '@inaam/db/schema/accounts';
import { eq } from 'drizzle-orm';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { AccountPolicy } from './account-policy.ts';

type Accounts = AccountPolicy;

const present = ({ minimumAge }: Accounts): Record<Agreement, string> => ({
  ...documentVersions,
  age: String(minimumAge),
});

/** Notes that a person accepts the texts as they are today, and is as old as they have to be. Again: nothing. */
export async function recordConsent(tx: Pick<Tx, 'insert'>, accounts: Accounts, userId: number): Promise<void> {
  const rows = Object.entries(present(accounts)).map(([document, version]) => ({ userId, document, version }));
  await tx.insert(consents).values(rows).onConflictDoNothing();
}

export const acceptTerms = ({
  kernel,
  accounts,
  actor,
}: CommandContext<{ accounts: AccountPolicy }, UserActor>): Promise<void> =>
  kernel.write((tx) => recordConsent(tx, accounts, actor.id));

/**
 * What a person has agreed to as it was before, and has to be shown: an older text, or a lower age. None for those who
 * agreed to none.
 */
export async function listChangedTerms(
  { kernel, accounts }: { kernel: Kernel; accounts: AccountPolicy },
  userId: number,
): Promise<Agreement[]> {
  const rows = await kernel.read((db) => db.select().from(consents).where(eq(consents.userId, userId)));
  const now = present(accounts);
  const holds = (what: Agreement, version: string) =>
    what === 'age' ? Number(version) >= accounts.minimumAge : version === now[what];
  return agreements.filter((what) => {
    const agreed = rows.filter((row) => row.document === what);
    return agreed.length > 0 && !agreed.some(({ version }) => holds(what, version));
  });
}
