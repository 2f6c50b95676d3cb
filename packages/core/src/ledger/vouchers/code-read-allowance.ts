import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
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
 * Limits how many plain voucher codes a person may read in 24 hours, and how much the codes may be worth. Readings are
 * counted from the audit log, including those of keys that the person issued. An owner other than this person can grant
 * more than the settings allow, for 24 hours.
 */

interface Reading {
  codes: number;
  /** The value of the codes, in paise. */
  paise: number;
  /** Name of the list or file that contains the codes. */
  list: string;
}

interface Allowance {
  read: number;
  granted: number;
  read_paise: number;
  granted_paise: number;
}

/**
 * Returns the number and value of the codes that a person and the person's keys have read in the last 24 hours, and of
 * the codes that they were granted in addition. Locks the person's row, so that readings run one at a time.
 */
async function readUsedAllowance(tx: Tx, actor: Actor): Promise<Allowance> {
  const caller = sql`${JSON.stringify(actor)}::text::jsonb`;
  await tx.execute(sql`select lock_person(${caller})`);
  return oneRow(
    await tx.execute<Allowance & Record<string, unknown>>(sql`
      select
        coalesce(sum((after ->> 'codes')::int) filter (where action <> 'vouchers.grant_code_reads'), 0)::int as read,
        coalesce(sum((after ->> 'codes')::int) filter (where action = 'vouchers.grant_code_reads'), 0)::int as granted,
        coalesce(sum((after ->> 'paise')::bigint) filter (where action <> 'vouchers.grant_code_reads'), 0)::float8
          as read_paise,
        coalesce(sum((after ->> 'paise')::bigint) filter (where action = 'vouchers.grant_code_reads'), 0)::float8
          as granted_paise
      from audit_log
      where action in ('vouchers.read_codes', 'vouchers.reveal', 'vouchers.grant_code_reads')
        and at > now() - interval '24 hours'
        and (actor_kind, actor_id) in (select kind, id from list_callers_of_person(${caller}))`),
  );
}

const grantFacts = ({ codes, paise, list }: Reading, granted: number): ApprovalFacts => ({
  kind: 'codes',
  summary: { codes, paise, list, granted },
});

/** Grants the caller more codes. A reading above the allowance leads to a request for approval of this command. */
export const grantCodeReads = requiresApproval({
  name: 'vouchers.grant_code_reads',
  role: 'manager',
  scope: 'vouchers:codes',
  async judge(tx, { actor }: ApprovalContext, reading: Reading) {
    const { granted } = await readUsedAllowance(tx, actor);
    return { state: undefined, facts: grantFacts(reading, granted) };
  },
  act: (tx, { actor }, { codes, paise, list }) =>
    writeAuditEntry(tx, actor, { action: 'vouchers.grant_code_reads', subject: list, after: { codes, paise } }),
  answer: () => undefined,
});

async function withinAllowance<T>(
  tx: Tx,
  context: ApprovalContext,
  reading: Reading,
  work: () => Promise<T>,
): Promise<Outcome<T>> {
  const { actor, backOfficePolicy } = context;
  if (actor.kind !== 'system' && (await needsSecondPerson(tx, backOfficePolicy.approvals))) {
    const { read, granted, read_paise, granted_paise } = await readUsedAllowance(tx, actor);
    const { codes, codesPaise } = backOfficePolicy.approvals;
    if (read + reading.codes > codes + granted || read_paise + reading.paise > codesPaise + granted_paise) {
      const facts = grantFacts(reading, granted);
      return recordRequest(tx, context, { command: grantCodeReads.policy.name, input: reading, facts });
    }
  }
  return { done: await work() };
}

/**
 * Audits a reading of codes, in the transaction that checks the allowance.
 * @param write writes the audit entry
 * @throws DomainError WAITS_FOR_APPROVAL (only the request was written)
 */
export const recordCodeReads = <T>(
  context: ApprovalContext,
  reading: Reading,
  write: (tx: Tx) => Promise<T>,
): Promise<T> => executeOrRequestApproval(context, (tx) => withinAllowance(tx, context, reading, () => write(tx)));

/**
 * Checks the allowance for all codes of an exported file before its first line is sent. The codes are then read in
 * batches.
 * @throws DomainError WAITS_FOR_APPROVAL
 */
export async function requireCodeAllowance(context: ApprovalContext, reading: Reading): Promise<void> {
  if (reading.codes === 0) return;
  await executeOrRequestApproval(context, (tx) => withinAllowance(tx, context, reading, async () => undefined));
}

export const auditCodeReads = (tx: Tx, actor: Actor, { codes, paise, list }: Reading): Promise<void> =>
  writeAuditEntry(tx, actor, { action: 'vouchers.read_codes', subject: list, after: { codes, paise } });
