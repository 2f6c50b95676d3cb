import { includesRole, type Role } from '@inaam/contracts/access/permissions';
import type { ApprovalReject } from '@inaam/contracts/approvals/approvals';
import { DomainError, findDomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { approvals } from '@inaam/db/schema/approvals';
import { admins } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Actor, type AdminActor, systemActor } from '../../kernel/actor.ts';
import type { ApprovedRequest, PolicyHeader } from '../../kernel/approval.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { getCurrentKeyScopes } from '../../people/keys/api-keys.ts';
import { type ApprovableServices, getApprovableCommand } from './approvable-commands.ts';
import { describeRequest, listRequestFacts } from './describe-request.ts';
import { notifyAdmin } from './notices.ts';
import type { SealedRequest } from './record.ts';

type Row = typeof approvals.$inferSelect;
type Command = CommandContext<
  ApprovableServices & { secrets: SecretBox; backOfficePolicy: BackOfficePolicy },
  AdminActor
>;

/**
 * Returns the `runOnceKey` for a request's execution. If the outcome of an execution was lost, a second approval with
 * this key does not repeat the execution. The key is not deleted while the request waits: see
 * office/retention/retention.ts.
 */
const getRunOnceKey = (requestId: number): string => `approval ${requestId}`;

/** An execution that takes longer counts as abandoned. */
const EXECUTION_LIMIT = sql`interval '2 minutes'`;

/** Locks a waiting request. @throws DomainError REQUEST_NOT_FOUND, REQUEST_SETTLED, REQUEST_BUSY */
async function lockWaitingRequest(tx: Tx, id: number): Promise<Row> {
  const [found] = await tx
    .select({
      row: approvals,
      isOver: sql<boolean>`${approvals.expiresAt} <= now()`,
      isActing: sql<boolean>`coalesce(${approvals.executingSince} > now() - ${EXECUTION_LIMIT}, false)`,
    })
    .from(approvals)
    .where(eq(approvals.id, id))
    .for('update');
  if (!found) throw new DomainError('REQUEST_NOT_FOUND');
  if (found.row.status !== 'waiting' || found.isOver) throw new DomainError('REQUEST_SETTLED');
  if (found.isActing) throw new DomainError('REQUEST_BUSY');
  return found.row;
}

/** Requires a current owner other than the requester. @throws DomainError REQUEST_IS_OWN, ROLE_TOO_LOW */
async function requireOtherOwner(tx: Tx, actor: AdminActor, { askedBy }: Row): Promise<void> {
  if (askedBy === actor.id) throw new DomainError('REQUEST_IS_OWN');
  const [self] = await tx
    .select({ role: admins.role })
    .from(admins)
    .where(and(eq(admins.id, actor.id), isNull(admins.deactivatedAt)));
  if (self?.role !== 'owner') throw new DomainError('ROLE_TOO_LOW');
}

const toAuditFacts = ({ kind, summary, askedBy }: Row) => ({ kind, ...summary, asked_by: askedBy });

/**
 * Approves a request and executes its command as the requester. The audit log records the execution for the requester
 * and the approval for the approver. A request that can no longer be executed is settled as failed.
 * @throws DomainError REQUEST_NOT_FOUND, REQUEST_SETTLED, REQUEST_BUSY, REQUEST_IS_OWN, ROLE_TOO_LOW, SECRET_LOST,
 *   REQUEST_OUT_OF_DATE if the facts of the request have changed, and errors of the command
 */
export async function approveRequest(command: Command, requestId: number): Promise<void> {
  const { kernel, secrets, actor } = command;
  const row = await kernel.write(async (tx) => {
    const found = await lockWaitingRequest(tx, requestId);
    await requireOtherOwner(tx, actor, found);
    await tx
      .update(approvals)
      .set({ executingSince: sql`now()`, decidedBy: actor.id })
      .where(eq(approvals.id, requestId));
    await writeAuditEntry(tx, actor, {
      action: 'approvals.approve',
      subject: String(requestId),
      after: toAuditFacts(found),
    });
    return found;
  });
  try {
    const sealed = secrets.open(
      row.sealedInput,
      encryptionContext('approvals.sealed_input', row.kind, row.requestDigest),
    );
    if (sealed === undefined)
      throw new DomainError('SECRET_LOST', { text: 'The request cannot be decrypted. Please request it again.' });
    const { command: name, input } = JSON.parse(sealed) as SealedRequest;
    const execute = getApprovableCommand(name);
    const requester = await readRequester(command, row, execute.policy);
    const approved: ApprovedRequest = { facts: listRequestFacts(row), digest: row.requestDigest };
    await execute(
      { ...command, actor: requester, requireStepUp: undefined, approved, runOnceKey: getRunOnceKey(row.id) } as never,
      input as never,
    );
    await settle(command, row, 'done', null);
  } catch (error) {
    const refusal = findDomainError(error);
    if (refusal && refusal.code !== 'UNAVAILABLE') await settle(command, row, 'failed', refusal.message);
    else await kernel.write((tx) => release(tx, row.id));
    throw error;
  }
}

/** Makes the request wait again after a database failure or an unexpected error. */
const release = (tx: Tx, id: number) =>
  tx.update(approvals).set({ executingSince: null, decidedBy: null }).where(eq(approvals.id, id));

async function settle(command: Command, row: Row, status: 'done' | 'failed' | 'refused', answer: string | null) {
  const { kernel, actor } = command;
  await kernel.write(async (tx) => {
    await tx
      .update(approvals)
      .set({ status, answer, decidedBy: actor.id, decidedAt: sql`now()`, executingSince: null, sealedInput: '' })
      .where(eq(approvals.id, row.id));
    await notifyRequester(tx, command, row, status, answer);
  });
}

const outcomes = {
  done: 'approved, and it is done',
  failed: 'approved, but it could no longer be done',
  refused: 'rejected',
};

async function notifyRequester(
  tx: Tx,
  command: Command,
  row: Row,
  status: keyof typeof outcomes,
  answer: string | null,
): Promise<void> {
  const { title, facts } = await describeRequest(tx, listRequestFacts(row));
  await notifyAdmin(tx, command, `approval:${row.id}:${status}`, row.askedBy, {
    title: 'Your request was answered',
    text: `${title}: ${command.actor.name} ${outcomes[status]}.`,
    facts: answer === null ? facts : [...facts, ['Answer', answer]],
    label: 'See your requests',
  });
}

/**
 * Returns the requester with current permissions. @throws DomainError ROLE_TOO_LOW if the permissions do not suffice
 */
async function readRequester(
  { kernel }: Command,
  { askedBy, keyId }: Row,
  { role: needed, scope }: PolicyHeader,
): Promise<Actor> {
  const refusal = new DomainError('ROLE_TOO_LOW', { text: 'The requester no longer has permission for this' });
  const [requester] = await kernel.read((db) =>
    db
      .select()
      .from(admins)
      .where(and(eq(admins.id, askedBy), isNull(admins.deactivatedAt))),
  );
  if (!requester) throw refusal;
  if (keyId !== null) {
    const key = await getCurrentKeyScopes(kernel, keyId);
    if (!key || scope === undefined || !key.scopes.includes(scope)) throw refusal;
    return { kind: 'service', id: keyId, name: key.name, ip: null, scopes: key.scopes };
  }
  const role = requester.role as Role;
  if (!includesRole(role, needed)) throw refusal;
  return { kind: 'admin', id: requester.id, name: requester.username, ip: null, role };
}

/**
 * Rejects a request with a reason.
 * @throws DomainError REQUEST_NOT_FOUND, REQUEST_SETTLED, REQUEST_BUSY, REQUEST_IS_OWN, ROLE_TOO_LOW
 */
export async function refuseRequest(command: Command, { request_id: id, reason }: ApprovalReject): Promise<void> {
  const { kernel, actor } = command;
  await kernel.write(async (tx) => {
    const row = await lockWaitingRequest(tx, id);
    await requireOtherOwner(tx, actor, row);
    await tx
      .update(approvals)
      .set({ status: 'refused', answer: reason, decidedBy: actor.id, decidedAt: sql`now()`, sealedInput: '' })
      .where(eq(approvals.id, id));
    await writeAuditEntry(tx, actor, {
      action: 'approvals.refuse',
      subject: String(id),
      after: toAuditFacts(row),
      note: reason,
    });
    await notifyRequester(tx, command, row, 'refused', reason);
  });
}

/**
 * Withdraws the actor's own request.
 * @throws DomainError REQUEST_NOT_FOUND (also for requests of others), REQUEST_SETTLED, REQUEST_BUSY
 */
export async function withdrawRequest(
  { kernel, actor }: CommandContext<object, AdminActor>,
  requestId: number,
): Promise<void> {
  await kernel.write(async (tx) => {
    const row = await lockWaitingRequest(tx, requestId);
    if (row.askedBy !== actor.id) throw new DomainError('REQUEST_NOT_FOUND');
    await tx
      .update(approvals)
      .set({ status: 'withdrawn', decidedBy: actor.id, decidedAt: sql`now()`, sealedInput: '' })
      .where(eq(approvals.id, requestId));
    await writeAuditEntry(tx, actor, {
      action: 'approvals.withdraw',
      subject: String(requestId),
      after: toAuditFacts(row),
    });
  });
}

/** Expires overdue requests. Safe in several processes. */
export async function expireRequests({ kernel }: { kernel: Kernel }): Promise<void> {
  await kernel.write(async (tx) => {
    const rows = await tx
      .update(approvals)
      .set({ status: 'expired', decidedAt: sql`now()`, decidedBy: null, sealedInput: '' })
      .where(
        and(
          eq(approvals.status, 'waiting'),
          sql`${approvals.expiresAt} <= now()`,
          sql`coalesce(${approvals.executingSince} < now() - ${EXECUTION_LIMIT}, true)`,
        ),
      )
      .returning();
    for (const row of rows) {
      await writeAuditEntry(tx, systemActor, {
        action: 'approvals.expire',
        subject: String(row.id),
        after: toAuditFacts(row),
      });
    }
  });
}
