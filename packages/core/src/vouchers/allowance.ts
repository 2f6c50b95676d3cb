import type { Tx } from '@inaam/db/client';
import { admins, apiKeys } from '@inaam/db/schema/identity';
import { eq, sql } from 'drizzle-orm';
import { type AskingCommand, areTwoNeeded, needAgreement } from '../approvals/ask.ts';
import type { CommandContext } from '../command.ts';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { oneRow } from '../kernel/rows.ts';

/**
 * How many voucher codes one caller reads in the clear: those of the last 24 hours stand in the audit log. Beyond the
 * setting another owner agrees to so many more, for 24 hours.
 */

type ReadingCommand = AskingCommand & Pick<CommandContext, 'kernel'>;

interface Reading {
  codes: number;
  /** Which answer they leave in. */
  list: string;
}

/** How many of them are beyond what the caller may still read; one reading of a caller at a time. */
async function beyondAllowance(tx: Tx, actor: Actor, limit: number, codes: number): Promise<number> {
  const caller = actor.kind === 'service' ? apiKeys : admins;
  await tx
    .select({ id: caller.id })
    .from(caller)
    .where(eq(caller.id, actor.id ?? 0))
    .for('no key update');
  const { read, granted } = oneRow(
    await tx.execute<{ read: number; granted: number }>(sql`
      select (select coalesce(sum((after ->> 'codes')::int), 0)::int from audit_log
          where action in ('vouchers.read_codes', 'vouchers.reveal') and at > now() - interval '24 hours'
            and actor_kind = ${actor.kind} and actor_id = ${actor.id}) as read,
        (select coalesce(sum((summary ->> 'codes')::int), 0)::int from approvals
          where kind = 'codes' and status = 'done' and decided_at > now() - interval '24 hours'
            and case when ${actor.kind} = 'service' then key_id = ${actor.id}
              else asked_by = ${actor.id} and key_id is null end
          ) as granted`),
  );
  return Math.max(0, read + codes - limit - granted);
}

/**
 * Writes down that codes leave, in the transaction that decides whether they may.
 * @param write the entry of the audit log, and what else belongs to it
 * @throws DomainError WAITS_FOR_APPROVAL: nothing was written but the request
 */
export async function readingCodes<T>(
  command: ReadingCommand,
  { codes, list }: Reading,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { kernel, actor, operators } = command;
  const isLimited = actor.kind !== 'system' && (await areTwoNeeded(kernel, operators.approvals));
  const done = await kernel.write(async (tx) => {
    const beyond = isLimited ? await beyondAllowance(tx, actor, operators.approvals.codes, codes) : 0;
    return beyond > 0 ? undefined : { value: await write(tx) };
  });
  if (done) return done.value;
  // Asked for is all that was wanted: some of the allowance may be used elsewhere until somebody agrees.
  await needAgreement(command, { kind: 'codes', summary: { codes, list }, input: {} });
  return kernel.write(write);
}

/**
 * May so many codes leave, as a file that is read page by page? Refused before its first line, and not in the middle.
 * @throws DomainError WAITS_FOR_APPROVAL
 */
export async function mayReadCodes(command: ReadingCommand, { codes, list }: Reading): Promise<void> {
  const { kernel, actor, operators } = command;
  if (codes === 0 || actor.kind === 'system' || !(await areTwoNeeded(kernel, operators.approvals))) return;
  const beyond = await kernel.write((tx) => beyondAllowance(tx, actor, operators.approvals.codes, codes));
  if (beyond > 0) await needAgreement(command, { kind: 'codes', summary: { codes, list }, input: {} });
}

/** The entry of an answer with codes. */
export const auditReading = (tx: Tx, actor: Actor, { codes, list }: Reading): Promise<void> =>
  audit(tx, actor, { action: 'vouchers.read_codes', subject: list, after: { codes } });
