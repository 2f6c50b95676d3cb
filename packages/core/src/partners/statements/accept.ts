import { DomainError } from '@inaam/contracts/common/errors';
import type { AcceptDifferences } from '@inaam/contracts/networks/statements';
import { acceptedDifferences, networkStatements, statementDifferences } from '@inaam/db/schema/statements';
import { and, eq, inArray } from 'drizzle-orm';
import type { AdminActor } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';

/**
 * Accepts differences with a reason. The same differences stay accepted when the month is uploaded again. A difference
 * that was accepted before keeps its first reason.
 * @throws DomainError STATEMENT_NOT_FOUND for an unknown difference, such as one of an earlier comparison
 */
export async function acceptDifferences(
  { kernel, actor }: CommandContext<object, AdminActor>,
  { statement_id: statementId, difference_ids: ids, reason }: AcceptDifferences,
): Promise<{ accepted: number }> {
  return kernel.write(async (tx) => {
    const found = await tx
      .select({
        networkId: networkStatements.networkId,
        month: networkStatements.month,
        hash: statementDifferences.hash,
        kind: statementDifferences.kind,
        transactionId: statementDifferences.transactionId,
      })
      .from(statementDifferences)
      .innerJoin(networkStatements, eq(networkStatements.id, statementDifferences.statementId))
      .where(and(eq(statementDifferences.statementId, statementId), inArray(statementDifferences.id, ids)));
    const [first] = found;
    if (!first || found.length < new Set(ids).size) throw new DomainError('STATEMENT_NOT_FOUND');
    const added = await tx
      .insert(acceptedDifferences)
      .values(found.map(({ networkId, month, hash }) => ({ networkId, month, hash, adminId: actor.id, reason })))
      .onConflictDoNothing()
      .returning({ hash: acceptedDifferences.hash });
    const newHashes = new Set(added.map(({ hash }) => hash));
    const differences = found
      .filter(({ hash }) => newHashes.has(hash))
      .map(({ kind, transactionId }) => `${kind} ${transactionId}`);
    if (differences.length > 0) {
      await writeAuditEntry(tx, actor, {
        action: 'networks.accept_differences',
        subject: String(first.networkId),
        after: { month: first.month, differences },
        note: reason,
      });
    }
    return { accepted: differences.length };
  });
}
