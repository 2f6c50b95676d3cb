import type { Tx } from '@inaam/db/client';
import { admins, apiKeys } from '@inaam/db/schema/identity';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import {
  type ApprovalContext,
  executeOrRequestApproval,
  needsSecondPerson,
  type Outcome,
  recordRequest,
  requiresApproval,
} from '../../kernel/approval.ts';
import type { ApprovalFacts } from '../../kernel/approval-facts.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * How many voucher codes one caller reads in the clear: the audit log has those of the last 24 hours. Beyond the
 * setting another owner grants so many more, for 24 hours.
 */

interface Reading {
  codes: number;
  /** The answer that they leave in. */
  list: string;
}

/** Codes that the caller read and was granted in the last 24 hours. Locks the caller's row: one reading at a time. */
async function usedAllowance(tx: Tx, { kind, id }: Actor): Promise<{ read: number; granted: number }> {
  const caller = kind === 'service' ? apiKeys : admins;
  await tx
    .select({ id: caller.id })
    .from(caller)
    .where(eq(caller.id, id ?? 0))
    .for('no key update');
  return oneRow(
    await tx.execute<{ read: number; granted: number }>(sql`
      select
        coalesce(sum((after ->> 'codes')::int) filter (where action <> 'vouchers.grant_code_reads'), 0)::int as read,
        coalesce(sum((after ->> 'codes')::int) filter (where action = 'vouchers.grant_code_reads'), 0)::int as granted
      from audit_log
      where action in ('vouchers.read_codes', 'vouchers.reveal', 'vouchers.grant_code_reads')
        and at > now() - interval '24 hours' and actor_kind = ${kind} and actor_id = ${id}`),
  );
}

const grantFacts = ({ codes, list }: Reading, granted: number): ApprovalFacts => ({
  kind: 'codes',
  summary: { codes, list, granted },
});

/** Grants the caller so many more codes. Readings beyond the allowance ask for it. */
export const grantCodeReads = requiresApproval({
  name: 'vouchers.grant_code_reads',
  role: 'manager',
  scope: 'vouchers:codes',
  async judge(tx, { actor }: ApprovalContext, reading: Reading) {
    const { granted } = await usedAllowance(tx, actor);
    return { state: undefined, facts: grantFacts(reading, granted) };
  },
  act: (tx, { actor }, { codes, list }) =>
    writeAuditEntry(tx, actor, { action: 'vouchers.grant_code_reads', subject: list, after: { codes } }),
  answer: () => undefined,
});

/** Does the work, or records a request for a grant. */
async function withinAllowance<T>(
  tx: Tx,
  context: ApprovalContext,
  reading: Reading,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  const { actor, operators } = context;
  if (actor.kind !== 'system' && (await needsSecondPerson(tx, operators.approvals))) {
    const { read, granted } = await usedAllowance(tx, actor);
    if (read + reading.codes > operators.approvals.codes + granted) {
      const facts = grantFacts(reading, granted);
      return recordRequest(tx, context, { command: grantCodeReads.policy.name, input: reading, facts });
    }
  }
  return { done: await work() };
}

/**
 * Records that codes leave, in the transaction that decides whether they may.
 * @param write the entry of the audit log, and what else belongs to it
 * @throws DomainError WAITS_FOR_APPROVAL: nothing was written but the request
 */
export const recordCodeReads = <T>(
  context: ApprovalContext,
  reading: Reading,
  write: (tx: Tx) => Promise<T>,
): Promise<T> => executeOrRequestApproval(context, (tx) => withinAllowance(tx, context, reading, () => write(tx)));

/**
 * Refuses a file with more codes before its first line, since its pages are read one by one.
 * @throws DomainError WAITS_FOR_APPROVAL
 */
export async function requireCodeAllowance(context: ApprovalContext, reading: Reading): Promise<void> {
  if (reading.codes === 0) return;
  await executeOrRequestApproval(context, (tx) => withinAllowance(tx, context, reading, async () => undefined));
}

/** The entry of an answer with codes. */
export const auditCodeReads = (tx: Tx, actor: Actor, { codes, list }: Reading): Promise<void> =>
  writeAuditEntry(tx, actor, { action: 'vouchers.read_codes', subject: list, after: { codes } });
