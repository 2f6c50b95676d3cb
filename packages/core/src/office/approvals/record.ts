import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { approvals } from '@inaam/db/schema/approvals';
import { apiKeys } from '@inaam/db/schema/identity';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import { type ApprovalRequests, hashFacts } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import { oneRow } from '../../kernel/rows.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { getApprovableCommand } from './approvable-commands.ts';
import { describeRequest } from './describe-request.ts';
import { notifyOwners } from './notices.ts';

export interface SealedRequest {
  command: string;
  input: unknown;
}

/** Returns the requester: the admin, or for a service key the admin who is responsible for the key. */
async function findRequester(tx: Tx, actor: Actor): Promise<{ askedBy: number; keyId: number | null }> {
  if (actor.kind === 'admin' && actor.id !== null) return { askedBy: actor.id, keyId: null };
  const [key] = await tx
    .select({
      id: apiKeys.id,
      holder: sql<number>`coalesce(${apiKeys.responsibleAdmin}, ${apiKeys.createdBy})`.mapWith(Number),
    })
    .from(apiKeys)
    .where(eq(apiKeys.id, actor.id ?? 0));
  if (actor.kind !== 'service' || !key) throw new DomainError('ROLE_TOO_LOW');
  return { askedBy: key.holder, keyId: key.id };
}

export function createApprovalRequests(services: {
  secrets: SecretBox;
  backOfficePolicy: BackOfficePolicy;
}): ApprovalRequests {
  const { secrets, backOfficePolicy } = services;
  return {
    async record(tx, actor, { command, input, facts, reason }) {
      // Throws now if the command is missing from the list, because it could not be executed later.
      getApprovableCommand(command);
      const { kind, summary } = facts;
      const { askedBy, keyId } = await findRequester(tx, actor);
      const requestDigest = hashFacts(facts);
      const sealed: SealedRequest = { command, input };
      const sealedInput = secrets.seal(
        JSON.stringify(sealed),
        encryptionContext('approvals.sealed_input', kind, requestDigest),
      );
      const expiresAt = sql`now() + make_interval(hours => ${backOfficePolicy.approvals.hours}::int)`;
      const row = { kind, summary: { ...summary }, sealedInput, requestDigest, reason: reason ?? null };
      const { id, isNew } = oneRow(
        await tx
          .insert(approvals)
          .values({ ...row, askedBy, keyId, expiresAt })
          // Repeating a waiting request, for example by a double click, makes no second request.
          .onConflictDoUpdate({
            target: [approvals.askedBy, approvals.requestDigest],
            targetWhere: sql`${approvals.status} = 'waiting'`,
            set: { sealedInput, reason: row.reason, expiresAt },
          })
          .returning({ id: approvals.id, isNew: sql<boolean>`xmax = 0` }),
      );
      if (!isNew) return;
      await writeAuditEntry(tx, actor, {
        action: 'approvals.request',
        subject: String(id),
        after: { kind, ...summary },
        ...(reason !== undefined && { note: reason }),
      });
      const description = await describeRequest(tx, facts);
      await notifyOwners(tx, services, `approval:${id}`, askedBy, {
        title: 'A request needs your decision',
        text: `${actor.name} requests approval: ${description.title}.`,
        facts: description.facts,
        label: 'Open the request',
      });
    },
  };
}
