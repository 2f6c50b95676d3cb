import { DomainError } from '@inaam/contracts/common/errors';
import { type FraudStep, standardNotes } from '@inaam/contracts/fraud/fraud';
import type { Tx } from '@inaam/db/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { setManyBlocked, wouldLockOutAdmin } from './block.ts';
import { flagUsers } from './flag.ts';

/** The table that an action's subjects are in, and its key. */
interface SubjectTable {
  kind: 'user' | 'ip' | 'device';
  list: SQL;
  key: SQL;
  /** Subjects are text in the audit log. */
  type: SQL;
  note: SQL;
  /** The entries of the audit log with their subjects: those that are addresses or devices lie beside it. */
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

/** What a recorded action is taken back by; `bans`: that flags or blocks again. */
const inverses: Record<string, { place: SubjectTable; by: string; bans: boolean }> = {
  'users.flag': { place: people, by: 'users.unflag', bans: false },
  'users.unflag': { place: people, by: 'users.flag', bans: true },
  'addresses.block': { place: addresses, by: 'addresses.unblock', bans: false },
  'addresses.unblock': { place: addresses, by: 'addresses.block', bans: true },
  'devices.block': { place: devices, by: 'devices.unblock', bans: false },
  'devices.unblock': { place: devices, by: 'devices.block', bans: true },
};

/**
 * Takes a step back: exactly what it changed, and of that what nobody has changed since. Doing it twice is the same as
 * once.
 * @param step the `undo` of its answer
 * @returns who was changed since is among the refused
 * @throws DomainError STEP_NOT_FOUND; STEP_CHANGED_SINCE where nothing of it is left; ADDRESS_IS_OWN where the address
 *   that the admin sits on would be blocked again, which takes the second confirmation
 */
export function undoStep({ kernel, actor }: CommandContext, step: string): Promise<FraudStep> {
  return kernel.write((tx) => undo(tx, actor, step));
}

async function undo(tx: Tx, actor: Actor, step: string): Promise<FraudStep> {
  const lines = await tx.execute<{ action: string; subject: string }>(sql`
    select action, subject from audit_entries where after ->> 'call' = ${step}`);
  const [first] = lines;
  const inverse = first && inverses[first.action];
  // Actions of other kinds have calls, too, and are no steps.
  if (!first || !inverse) throw new DomainError('STEP_NOT_FOUND', { field: 'step' });
  const { place, by, bans } = inverse;
  const subjects = lines.map(({ subject }) => subject);
  if (bans && place === addresses && wouldLockOutAdmin(actor, subjects)) throw new DomainError('ADDRESS_IS_OWN');

  const call = `${step}/undo`;
  const lastCall = await lockAndFindLastCalls(tx, place, subjects, [first.action, by]);
  const mine = new Set(subjects.filter((subject) => [step, call].includes(lastCall.get(subject) ?? '')));
  if (mine.size === 0) throw new DomainError('STEP_CHANGED_SINCE');
  const undone = await revertSubjects(tx, actor, inverse, [...mine], call);
  if (bans && undone.unchanged < undone.done) await restoreNotes(tx, place, step, [...mine]);

  const others = subjects.filter((subject) => !mine.has(subject));
  const message = others.length === 0 ? undone.message : `${undone.message}, ${others.length} changed since`;
  if (place !== people) return { ...undone, message, undo: null, left: others };
  const refused = others.map((subject) => ({ user_id: Number(subject), reason: 'Changed since' }));
  return { ...undone, message, refused, undo: null };
}

const listed = (subjects: readonly string[], type: SQL): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb)::${type})`;

/** Locks the subjects, in the order in which all such statements do; then finds which call changed each last. */
async function lockAndFindLastCalls(
  tx: Tx,
  { list, key, type, entries }: SubjectTable,
  subjects: readonly string[],
  actions: string[],
) {
  await tx.execute(sql`
    select from ${list} where ${key} in ${listed(subjects, type)} order by ${key} for no key update`);
  // A statement of its own: it sees what was committed while the one above waited.
  const last = await tx.execute<{ subject: string; call: string | null }>(sql`
    select distinct on (subject) subject, after ->> 'call' as call from ${entries} e
    where subject in ${listed(subjects, sql`text`)} and action in ${actions} order by subject, id desc`);
  return new Map(last.map(({ subject, call }) => [subject, call]));
}

/** Undoes it: those that an earlier try has taken back stay as they are. */
function revertSubjects(
  tx: Tx,
  actor: Actor,
  { place: { kind }, bans }: (typeof inverses)[string],
  subjects: readonly string[],
  call: string,
): Promise<FraudStep> {
  const rest = { notes: standardNotes.undo, call };
  if (kind !== 'user') return setManyBlocked(tx, actor, { kind, keys: subjects, blocked: bans, ...rest });
  const verb = bans ? 'flag' : 'unflag';
  const action = subjects.length === 1 ? (`${verb}_user` as const) : (`bulk_${verb}_users` as const);
  return flagUsers(tx, actor, { action, userIds: subjects.map(Number), ...rest });
}

/** A flag or a block that is back has the reason that it had. */
async function restoreNotes(
  tx: Tx,
  { list, key, type, note }: SubjectTable,
  step: string,
  subjects: readonly string[],
) {
  await tx.execute(sql`
    update ${list} set ${note} = l.before ->> 'note' from audit_entries l
    where l.after ->> 'call' = ${step} and l.before ? 'note' and ${key} = l.subject::${type}
      and l.subject in ${listed(subjects, sql`text`)}`);
}
