import { type Role, reaches } from '@inaam/contracts/access/permissions';
import type { ApprovalKind, ApprovalRefuse } from '@inaam/contracts/approvals/approvals';
import { DomainError, domainErrorOf } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { approvals } from '@inaam/db/schema/approvals';
import { admins } from '@inaam/db/schema/identity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { CommandContext } from '../command.ts';
import { scopesOfKey } from '../identity/api-keys.ts';
import { type Actor, type AdminActor, systemActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Services } from '../services.ts';
import { acts } from './acts.ts';
import { callOfRequest, inputPlace } from './ask.ts';
import { tellAdmin } from './notices.ts';
import { describeRequest } from './request-words.ts';

/** An owner's answer to what somebody else asks for. */

type Row = typeof approvals.$inferSelect;
type Command = CommandContext<keyof Services, AdminActor>;

/** A process that ended while it carried a request out has it no longer. */
const ACTING = sql`interval '2 minutes'`;

/** The request, locked. @throws DomainError REQUEST_NOT_FOUND, REQUEST_SETTLED, REQUEST_BUSY */
async function waitingRequest(tx: Tx, id: number): Promise<Row> {
  const [found] = await tx
    .select({
      row: approvals,
      isOver: sql<boolean>`${approvals.expiresAt} <= now()`,
      isActing: sql<boolean>`coalesce(${approvals.actingSince} > now() - ${ACTING}, false)`,
    })
    .from(approvals)
    .where(eq(approvals.id, id))
    .for('update');
  if (!found) throw new DomainError('REQUEST_NOT_FOUND');
  if (found.row.status !== 'waiting' || found.isOver) throw new DomainError('REQUEST_SETTLED');
  if (found.isActing) throw new DomainError('REQUEST_BUSY');
  return found.row;
}

/**
 * An owner of this moment, and another person than the one who asks. @throws DomainError REQUEST_IS_OWN, ROLE_TOO_LOW
 */
async function needOtherOwner(tx: Tx, actor: AdminActor, { askedBy }: Row): Promise<void> {
  if (askedBy === actor.id) throw new DomainError('REQUEST_IS_OWN');
  const [self] = await tx
    .select({ role: admins.role })
    .from(admins)
    .where(and(eq(admins.id, actor.id), isNull(admins.deactivatedAt)));
  if (self?.role !== 'owner') throw new DomainError('ROLE_TOO_LOW');
}

const shown = ({ kind, summary, askedBy }: Row) => ({ kind, ...summary, asked_by: askedBy });

/**
 * Agrees to a request, and carries it out as who asked: their name stands in the audit log beside the act, and this
 * one's beside the agreement. What cannot be done any more ends as `failed`.
 * @throws DomainError REQUEST_NOT_FOUND, REQUEST_SETTLED, REQUEST_BUSY, REQUEST_IS_OWN, ROLE_TOO_LOW, and what the act
 *   itself is refused for
 */
export async function approveRequest(command: Command, requestId: number): Promise<void> {
  const { kernel, secrets, actor } = command;
  const row = await kernel.write(async (tx) => {
    const found = await waitingRequest(tx, requestId);
    await needOtherOwner(tx, actor, found);
    await tx.update(approvals).set({ actingSince: sql`now()`, decidedBy: actor.id }).where(eq(approvals.id, requestId));
    await audit(tx, actor, { action: 'approvals.approve', subject: String(requestId), after: shown(found) });
    return found;
  });
  try {
    const input = secrets.open(row.sealedInput, inputPlace(row.kind, row.sameAs));
    if (input === undefined) throw new DomainError('SECRET_LOST', { text: 'What was asked for cannot be opened' });
    const { run } = acts[row.kind as ApprovalKind];
    const asker = await askerOf(command, row);
    await run({ ...command, actor: asker, approved: row.id, once: callOfRequest(row.id) }, JSON.parse(input) as never);
    await settle(command, row, 'done', null);
  } catch (error) {
    const refusal = domainErrorOf(error);
    if (refusal && refusal.code !== 'UNAVAILABLE') await settle(command, row, 'failed', refusal.message);
    else await kernel.write((tx) => release(tx, row.id));
    throw error;
  }
}

/** It waits again: the database could not be had, and nothing is known to be wrong with it. */
const release = (tx: Tx, id: number) =>
  tx.update(approvals).set({ actingSince: null, decidedBy: null }).where(eq(approvals.id, id));

async function settle(command: Command, row: Row, status: 'done' | 'failed' | 'refused', answer: string | null) {
  const { kernel, actor } = command;
  await kernel.write(async (tx) => {
    await tx
      .update(approvals)
      .set({ status, answer, decidedBy: actor.id, decidedAt: sql`now()`, actingSince: null, sealedInput: '' })
      .where(eq(approvals.id, row.id));
    await tellAsker(tx, command, row, status, answer);
  });
}

const outcomes = {
  done: 'agreed, and it is done',
  failed: 'agreed, but it could no longer be done',
  refused: 'refused it',
};

async function tellAsker(
  tx: Tx,
  command: Command,
  row: Row,
  status: keyof typeof outcomes,
  answer: string | null,
): Promise<void> {
  const { title, facts } = await describeRequest(tx, row as { kind: ApprovalKind; summary: object });
  await tellAdmin(tx, command, `approval:${row.id}:${status}`, row.askedBy, {
    title: 'Your request was answered',
    text: `${title}: ${command.actor.name} ${outcomes[status]}.`,
    facts: answer === null ? facts : [...facts, ['Answer', answer]],
    label: 'See your requests',
  });
}

/** Who asked, with what they may do by now. @throws DomainError ROLE_TOO_LOW where that is no longer enough */
async function askerOf({ kernel }: Command, { askedBy, keyId, kind }: Row): Promise<Actor> {
  const { role: needed, scope } = acts[kind as ApprovalKind];
  const gone = new DomainError('ROLE_TOO_LOW', { text: 'The person who asked is no longer allowed to do this' });
  const [asker] = await kernel.read((db) =>
    db
      .select()
      .from(admins)
      .where(and(eq(admins.id, askedBy), isNull(admins.deactivatedAt))),
  );
  if (!asker) throw gone;
  if (keyId !== null) {
    const key = await scopesOfKey(kernel, keyId);
    if (!key || scope === undefined || !key.scopes.includes(scope)) throw gone;
    return { kind: 'service', id: keyId, name: key.name, ip: null, scopes: key.scopes };
  }
  const role = asker.role as Role;
  if (!reaches(role, needed)) throw gone;
  return { kind: 'admin', id: asker.id, name: asker.username, ip: null, role };
}

/** Says no to a request, with the reason. @throws DomainError as {@link approveRequest}, but for the act's */
export async function refuseRequest(command: Command, { request_id: id, reason }: ApprovalRefuse): Promise<void> {
  const { kernel, actor } = command;
  await kernel.write(async (tx) => {
    const row = await waitingRequest(tx, id);
    await needOtherOwner(tx, actor, row);
    await tx
      .update(approvals)
      .set({ status: 'refused', answer: reason, decidedBy: actor.id, decidedAt: sql`now()`, sealedInput: '' })
      .where(eq(approvals.id, id));
    await audit(tx, actor, { action: 'approvals.refuse', subject: String(id), after: shown(row), note: reason });
    await tellAsker(tx, command, row, 'refused', reason);
  });
}

/**
 * Takes one's own request back. @throws DomainError REQUEST_NOT_FOUND (somebody else's, too), REQUEST_SETTLED,
 * REQUEST_BUSY
 */
export async function withdrawRequest(
  { kernel, actor }: CommandContext<never, AdminActor>,
  requestId: number,
): Promise<void> {
  await kernel.write(async (tx) => {
    const row = await waitingRequest(tx, requestId);
    if (row.askedBy !== actor.id) throw new DomainError('REQUEST_NOT_FOUND');
    await tx
      .update(approvals)
      .set({ status: 'withdrawn', decidedBy: actor.id, decidedAt: sql`now()`, sealedInput: '' })
      .where(eq(approvals.id, requestId));
    await audit(tx, actor, { action: 'approvals.withdraw', subject: String(requestId), after: shown(row) });
  });
}

/** Ends requests whose time is over; may be run as often as one likes, in several processes. */
export async function expireRequests({ kernel }: Pick<Services, 'kernel'>): Promise<void> {
  await kernel.write(async (tx) => {
    const rows = await tx
      .update(approvals)
      .set({ status: 'expired', decidedAt: sql`now()`, decidedBy: null, sealedInput: '' })
      .where(
        and(
          eq(approvals.status, 'waiting'),
          sql`${approvals.expiresAt} <= now()`,
          sql`coalesce(${approvals.actingSince} < now() - ${ACTING}, true)`,
        ),
      )
      .returning();
    for (const row of rows) {
      await audit(tx, systemActor, { action: 'approvals.expire', subject: String(row.id), after: shown(row) });
    }
  });
}
