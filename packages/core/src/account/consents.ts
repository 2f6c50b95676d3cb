import { documentVersions, type LegalDocument } from '@inaam/contracts/account/consents';
import type { Tx } from '@inaam/db/client';
import { consents } from '@inaam/db/schema/accounts';
import { eq } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import type { UserActor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';

/** Notes that a person accepts the texts as they are today. Again: nothing. */
export async function acceptCurrent(tx: Pick<Tx, 'insert'>, userId: number): Promise<void> {
  const rows = Object.entries(documentVersions).map(([document, version]) => ({ userId, document, version }));
  await tx.insert(consents).values(rows).onConflictDoNothing();
}

export const acceptTexts = ({ kernel, actor }: CommandContext<never, UserActor>): Promise<void> =>
  kernel.write((tx) => acceptCurrent(tx, actor.id));

/** Texts that a person has accepted in an older version, and has to be shown; none for those who accepted none. */
export async function changedTexts(kernel: Kernel, userId: number): Promise<LegalDocument[]> {
  const rows = await kernel.read((db) => db.select().from(consents).where(eq(consents.userId, userId)));
  return (Object.keys(documentVersions) as LegalDocument[]).filter((document) => {
    const accepted = rows.filter((row) => row.document === document);
    return accepted.length > 0 && !accepted.some(({ version }) => version === documentVersions[document]);
  });
}
