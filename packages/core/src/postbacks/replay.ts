import { randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { spanText } from '@inaam/contracts/common/time';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type {
  Difference,
  DryRunInput,
  DryRunReport,
  ReplayInput,
  ReplayReport,
} from '@inaam/contracts/postbacks/replay';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { toSettings } from '../networks/network-view.ts';
import { checkWhole } from '../networks/save.ts';
import { withOpenKeys } from '../networks/secrets.ts';
import { given, toRules } from '../networks/settings.ts';
import { postbackFilter } from './inbox.ts';
import type { Call } from './parse.ts';
import { KEY_LOST, type Rules, readCall, type Verdict } from './read.ts';
import { openCall } from './seal.ts';

type Stored = typeof postbacks.$inferSelect;
interface Entry {
  postback: Stored;
  network: typeof networks.$inferSelect;
}

type Cause = 'replay' | 'match' | 'settings';

/** Stored and judged calls with their networks, oldest first. */
const entries = (kernel: Kernel, where: SQL | undefined, limit: number): Promise<Entry[]> =>
  kernel.read((db) =>
    db
      .select({ postback: postbacks, network: networks })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(and(where, isNotNull(postbacks.outcome)))
      .orderBy(asc(postbacks.id))
      .limit(limit),
  );

/** undefined where what is stored of it cannot be opened. */
function callOf({ secrets }: Kernel, postback: Stored): Call | undefined {
  const opened = openCall(secrets, postback.retryKey, postback);
  return opened && { ...postback, ...opened };
}

/** Judges a stored call by the settings of now, by the very function that judges what comes in. */
async function judgeAgain(
  kernel: Kernel,
  actor: Actor,
  cause: Cause,
  { postback, network }: Entry,
): Promise<Difference | null> {
  const call = callOf(kernel, postback);
  // There is nothing to judge: it stays what it was.
  if (!call) return null;
  const verdict = readCall(withOpenKeys(kernel.secrets, network), call);
  const seed = randomBytes(32);
  const again = JSON.stringify({ cause, actor });
  const [row] = await kernel.move(
    (query) => query<{ outcome: PostbackOutcome; reason: string | null; changed: boolean }[]>`
      select outcome, reason, changed
      from judge_postback(${postback.id}, ${JSON.stringify(verdict)}::jsonb, ${seed}, ${again}::jsonb)`,
  );
  if (!row) throw new Error('a move returned no row');
  if (row.outcome === postback.outcome && row.reason === postback.reason) return null;
  return differenceOf(postback, row.outcome, row.reason);
}

const differenceOf = (from: Stored, to: PostbackOutcome, reason: string | null): Difference => ({
  postback_id: from.id,
  received_at: from.receivedAt.toISOString(),
  from: from.outcome,
  from_reason: from.reason,
  to,
  to_reason: reason,
});

/**
 * Judges one stored call or a filtered set anew, a step at a time. What had its effect keeps it, so that a replay with
 * unchanged settings changes nothing.
 * @throws DomainError POSTBACK_NOT_FOUND
 */
export async function replayPostbacks(kernel: Kernel, actor: Actor, input: ReplayInput): Promise<ReplayReport> {
  const { postback_id: id, after, limit } = input;
  const where = id === undefined ? and(postbackFilter(input), gt(postbacks.id, after)) : eq(postbacks.id, id);
  const found = await entries(kernel, where, limit);
  if (id !== undefined && found.length === 0) throw new DomainError('POSTBACK_NOT_FOUND');
  const changed: Difference[] = [];
  for (const entry of found) {
    const difference = await judgeAgain(kernel, actor, 'replay', entry);
    if (difference) changed.push(difference);
  }
  const { postback_id: _, after: __, limit: ___, ...filters } = input;
  await kernel.write((tx) =>
    audit(tx, actor, {
      action: 'postbacks.replay',
      subject: String(id ?? input.network_id ?? 'all'),
      after: { ...(id === undefined ? filters : {}), judged: found.length, changed: changed.length },
    }),
  );
  const last = found.at(-1)?.postback.id;
  return { judged: found.length, changed, next: found.length < limit || last === undefined ? null : last };
}

const STEP = 200;
const MOST_STEPS = 50;

/**
 * Judges parked calls anew that were judged before their network's settings changed: a word that is mapped since counts
 * by itself. Those that stay parked are not looked at again until the next change, or until their key can be opened.
 * @returns how many came to something else
 */
export async function rejudgeParked(kernel: Kernel, actor: Actor): Promise<number> {
  const openable = await openableNetworks(kernel);
  // A call may have been read by settings that changed before it was judged.
  const isDue = sql`${postbacks.judgedAt} < ${networks.updatedAt} + interval '15 seconds'
    or (${postbacks.reason} = ${KEY_LOST} and ${inArray(networks.id, openable)})`;
  let changed = 0;
  let last = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const where = sql`${postbacks.outcome} = 'parked' and ${gt(postbacks.id, last)} and (${isDue})`;
    const found = await entries(kernel, where, STEP);
    for (const entry of found) if (await judgeAgain(kernel, actor, 'settings', entry)) changed += 1;
    last = found.at(-1)?.postback.id ?? last;
    if (found.length < STEP) break;
  }
  return changed;
}

/** Networks with calls that waited for their key, where it can be opened now: a key that came back changes no settings. */
async function openableNetworks(kernel: Kernel): Promise<number[]> {
  const waiting = await kernel.read((db) =>
    db
      .selectDistinct({ network: networks })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(and(eq(postbacks.outcome, 'parked'), eq(postbacks.reason, KEY_LOST))),
  );
  return waiting.flatMap(({ network }) => (withOpenKeys(kernel.secrets, network).isSecretLost ? [] : [network.id]));
}

/**
 * An admin says whose completion a parked call is: from then on the call counts for that click.
 * @throws DomainError POSTBACK_NOT_FOUND, CLICK_NOT_FOUND, POSTBACK_HAD_EFFECT (only what is parked can be matched)
 */
export async function matchPostback(
  kernel: Kernel,
  actor: Actor,
  id: number,
  clickId: string,
): Promise<Difference | null> {
  const entry = await kernel.write(async (tx) => {
    const [postback] = await tx.select().from(postbacks).where(eq(postbacks.id, id)).for('update');
    const [network] = postback?.networkId
      ? await tx.select().from(networks).where(eq(networks.id, postback.networkId))
      : [];
    if (!postback || !network) throw new DomainError('POSTBACK_NOT_FOUND');
    // One that was refused for the click that an admin gave it may be given another.
    const isOpen =
      postback.outcome === 'parked' || (postback.outcome === 'refused' && postback.assignedClickId !== null);
    if (!isOpen) throw new DomainError('POSTBACK_HAD_EFFECT');
    const known = await tx.execute(sql`select 1 from clicks where click_id = ${clickId}`);
    if (known.length === 0) throw new DomainError('CLICK_NOT_FOUND');
    await tx.update(postbacks).set({ assignedClickId: clickId }).where(eq(postbacks.id, id));
    await audit(tx, actor, { action: 'postbacks.match', subject: String(id), after: { click_id: clickId } });
    return { postback: { ...postback, assignedClickId: clickId }, network };
  });
  return judgeAgain(kernel, actor, 'match', entry);
}

/** What a verdict comes to where nothing but the call is looked at. */
function expected(verdict: Verdict): PostbackOutcome {
  if (verdict.outcome !== undefined) return verdict.outcome;
  return verdict.kind === 'approve' ? 'accepted' : verdict.kind === 'pending' ? 'pending' : 'reversed';
}

/** What of a verdict a changed setting could change. */
function essence(verdict: Verdict): string {
  if (verdict.outcome !== undefined) return `${verdict.outcome} ${verdict.reason}`;
  const { click_id, transaction_id, goal_id, payout_paise, hold_seconds } = verdict;
  return JSON.stringify([verdict.kind, click_id, transaction_id, goal_id, payout_paise, hold_seconds, verdict.alert]);
}

function inWords(verdict: Verdict): string {
  if (verdict.outcome !== undefined) return verdict.reason;
  const { kind, click_id, transaction_id, payout_paise, hold_seconds } = verdict;
  const paid = payout_paise === null ? 'the offer’s own payout' : `${(payout_paise / 100).toFixed(2)} INR`;
  const held = hold_seconds > 0 ? `, held for ${spanText(hold_seconds)}` : '';
  return `${kind}: click ${click_id ?? 'none'}, transaction ${transaction_id}, ${paid}${held}`;
}

/**
 * Which stored calls would be read differently under changed settings. Writes nothing.
 * @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT (the settings do not hold as a whole)
 */
export async function dryRun(kernel: Kernel, input: DryRunInput): Promise<DryRunReport> {
  const { network, stored } = await kernel.read(async (db) => {
    const [row] = await db.select().from(networks).where(eq(networks.id, input.network_id));
    if (!row) throw new DomainError('NETWORK_NOT_FOUND');
    const newest = await db
      .select()
      .from(postbacks)
      .where(postbackFilter(input))
      .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
      .limit(input.limit);
    return { network: row, stored: newest };
  });
  const settings = { ...toSettings(network), ...given(input.changes) };
  checkWhole(settings);
  const before = withOpenKeys(kernel.secrets, network);
  const { previousSecret, previousUntil } = before;
  const after: Rules = toRules(settings, {
    signingSecret: input.secret ?? before.signingSecret,
    previousSecret,
    previousUntil,
    isSecretLost: input.secret === undefined && before.isSecretLost,
  });
  const differences: Difference[] = [];
  for (const postback of stored) {
    const call = callOf(kernel, postback);
    if (!call) continue;
    const [was, would] = [readCall(before, call), readCall(after, call)];
    if (essence(was) === essence(would)) continue;
    differences.push(differenceOf(postback, expected(would), inWords(would)));
  }
  return { looked_at: stored.length, differences };
}
