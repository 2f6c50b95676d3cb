import { DomainError } from '@inaam/contracts/common/errors';
import { type FraudStep, standardNotes } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { setManyBlocked, wouldLockOutAdmin } from './block.ts';
import { flagUsers } from './flag.ts';

/** The table with the subjects of an action. */
interface SubjectTable {
  kind: 'user' | 'ip' | 'device';
  list: SQL;
  key: SQL;
  /** SQL type of the key, because the audit log stores subjects as text. */
  type: SQL;
  note: SQL;
  /** Audit entries with their subjects; addresses and devices are kept in `audit_details`. */
  entries: SQL;
}
const people: SubjectTable = {
  kind: 'user',
  list: sql`users`,
  key: sql`users.id`,
  type: sql`bigint`,
  note: sql`suspended_note`,
  entries: sql`audit_log`,
};
const blocked = {
  type: sql`text`,
  note: sql`blocked_note`,
  entries: sql`(select a.id, a.action, a.after, d.subject from audit_details d join audit_log a on a.id = d.entry_id)`,
};
const addresses: SubjectTable = { kind: 'ip', list: sql`ip_addresses`, key: sql`ip_addresses.address`, ...blocked };
const devices: SubjectTable = { kind: 'device', list: sql`devices`, key: sql`devices.fingerprint`, ...blocked };

/** The inverse of each recorded action. `bans`: the inverse flags or blocks again. */
const inverses: Record<string, { table: SubjectTable; by: string; bans: boolean }> = {
  'users.flag': { table: people, by: 'users.unflag', bans: false },
  'users.unflag': { table: people, by: 'users.flag', bans: true },
  'addresses.block': { table: addresses, by: 'addresses.unblock', bans: false },
  'addresses.unblock': { table: addresses, by: 'addresses.block', bans: true },
  'devices.block': { table: devices, by: 'devices.unblock', bans: false },
  'devices.unblock': { table: devices, by: 'devices.block', bans: true },
};

/**
 * Reverts the changes of a step, except for subjects that were changed since. A second call changes nothing.
 * @param step the value of `undo` in the step's result
 * @returns the result; it lists subjects that were changed since: users in `refused`, addresses or devices in `left`
 * @throws DomainError STEP_NOT_FOUND; STEP_CHANGED_SINCE if all subjects were changed since; ADDRESS_IS_OWN if the Undo
 *   would block the admin's own address again
 */
export function undoStep({ kernel, actor }: CommandContext, step: string): Promise<FraudStep> {
  return kernel.write((tx) => undo(tx, actor, step));
}

async function undo(tx: Tx, actor: Actor, step: string): Promise<FraudStep> {
  const lines = await tx.execute<{ action: string; subject: string }>(sql`
    select action, subject from audit_entries where after ->> 'call' = ${step}`);
  const [first] = lines;
  const inverse = first && inverses[first.action];
  // Other actions also record a call ID, but cannot be undone.
  if (!first || !inverse) throw new DomainError('STEP_NOT_FOUND', { field: 'step' });
  const { table, by, bans } = inverse;
  const subjects = lines.map(({ subject }) => subject);
  if (bans && table === addresses && wouldLockOutAdmin(actor, subjects)) throw new DomainError('ADDRESS_IS_OWN');

  const call = `${step}/undo`;
  const lastCall = await lockAndFindLastCalls(tx, table, subjects, [first.action, by]);
  const revertible = new Set(subjects.filter((subject) => [step, call].includes(lastCall.get(subject) ?? '')));
  if (revertible.size === 0) throw new DomainError('STEP_CHANGED_SINCE');
  const undone = await revertSubjects(tx, actor, inverse, [...revertible], call);
  if (bans && undone.unchanged < undone.done) await restoreNotes(tx, table, step, [...revertible]);

  const others = subjects.filter((subject) => !revertible.has(subject));
  const message = others.length === 0 ? undone.message : `${undone.message}, ${others.length} changed since`;
  if (table !== people) return { ...undone, message, undo: null, left: others };
  const refused = others.map((subject) => ({ user_id: Number(subject), reason: 'Changed since' }));
  return { ...undone, message, refused, undo: null };
}

const listSubjects = (subjects: readonly string[], type: SQL): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb)::${type})`;

/** Locks the subjects, in the same order as other statements, and finds the call that last changed each subject. */
async function lockAndFindLastCalls(
  tx: Tx,
  { list, key, type, entries }: SubjectTable,
  subjects: readonly string[],
  actions: string[],
) {
  await tx.execute(sql`
    select from ${list} where ${key} in ${listSubjects(subjects, type)} order by ${key} for no key update`);
  // A separate statement sees changes that were committed while the lock waited.
  const last = await tx.execute<{ subject: string; call: string | null }>(sql`
    select distinct on (subject) subject, after ->> 'call' as call from ${entries} e
    where subject in ${listSubjects(subjects, sql`text`)} and action in ${actions} order by subject, id desc`);
  return new Map(last.map(({ subject, call }) => [subject, call]));
}

/** Reverts the subjects. Subjects that an earlier call reverted stay unchanged. */
function revertSubjects(
  tx: Tx,
  actor: Actor,
  { table: { kind }, bans }: (typeof inverses)[string],
  subjects: readonly string[],
  call: string,
): Promise<FraudStep> {
  const rest = { notes: standardNotes.undo, call };
  if (kind !== 'user') return setManyBlocked(tx, actor, { kind, keys: subjects, blocked: bans, ...rest });
  const verb = bans ? 'flag' : 'unflag';
  const action = subjects.length === 1 ? (`${verb}_user` as const) : (`bulk_${verb}_users` as const);
  return flagUsers(tx, actor, { action, userIds: subjects.map(Number), ...rest });
}

/** Writes the former notes of restored flags or blocks. */
async function restoreNotes(
  tx: Tx,
  { list, key, type, note }: SubjectTable,
  step: string,
  subjects: readonly string[],
) {
  await tx.execute(sql`
    update ${list} set ${note} = l.before ->> 'note' from audit_entries l
    where l.after ->> 'call' = ${step} and l.before ? 'note' and ${key} = l.subject::${type}
      and l.subject in ${listSubjects(subjects, sql`text`)}`);
}
