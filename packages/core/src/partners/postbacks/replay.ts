import { DomainError } from '@inaam/contracts/common/errors';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { Difference, ReplayInput, ReplayReport } from '@inaam/contracts/postbacks/replay';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openNetworkSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { postbackFilter } from './inbox.ts';
import { judgePostbackAgain, type RejudgementCause } from './judge.ts';
import { KEY_UNREADABLE, NO_PUBLIC_KEYS, readPostback } from './read.ts';
import { hashPostback } from './repeats.ts';
import { openPostback } from './seal.ts';

type StoredPostback = typeof postbacks.$inferSelect;

export interface PostbackWithNetwork {
  postback: StoredPostback;
  network: typeof networks.$inferSelect;
}

/** Selects stored and judged postbacks with their networks, oldest first. */
const selectJudgedPostbacks = (kernel: Kernel, where: SQL | undefined, limit: number): Promise<PostbackWithNetwork[]> =>
  kernel.read((db) =>
    db
      .select({ postback: postbacks, network: networks })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(and(where, isNotNull(postbacks.outcome)))
      .orderBy(asc(postbacks.id))
      .limit(limit),
  );

/**
 * Judges a stored postback by the current settings, with the functions that judge incoming postbacks.
 * @param acceptsAnyPayout whether a manager decided that a payout far above the offer's reward amount is right
 * @returns what changed; null where nothing did, or where the stored postback cannot be decrypted
 */
export async function judgeStored(
  { kernel, secrets, actor }: CommandContext<{ secrets: SecretBox }>,
  cause: RejudgementCause,
  { postback, network }: PostbackWithNetwork,
  acceptsAnyPayout = false,
): Promise<Difference | null> {
  const opened = openPostback(secrets, postback.retryKey, postback);
  if (!opened) return null;
  const settings = openNetworkSecrets(secrets, network);
  const rules = acceptsAnyPayout ? { ...settings, payoutRatio: 0 } : settings;
  const verdict = { ...readPostback(rules, opened), call_hash: hashPostback(opened) };
  const { outcome, reason } = await judgePostbackAgain({ kernel, secrets }, postback.id, verdict, { cause, actor });
  if (outcome === postback.outcome && reason === postback.reason) return null;
  return toDifference(postback, outcome, reason);
}

export const toDifference = (from: StoredPostback, to: PostbackOutcome, reason: string | null): Difference => ({
  postback_id: from.id,
  received_at: from.receivedAt.toISOString(),
  from: from.outcome,
  from_reason: from.reason,
  to,
  to_reason: reason,
});

/**
 * Judges one stored postback or a filtered set again, at most `limit` per call. Earlier effects of postbacks stay, so a
 * replay with unchanged settings changes nothing. Each postback is judged in a separate transaction. If one fails, the
 * earlier postbacks stay judged and no audit entry is written; a second run gives the same result. A postback that was
 * parked because its payout is far above the offer's amount counts if it is replayed alone.
 * @throws DomainError POSTBACK_NOT_FOUND
 */
export async function replayPostbacks(
  command: CommandContext<{ secrets: SecretBox }>,
  input: ReplayInput,
): Promise<ReplayReport> {
  const { kernel, actor } = command;
  const { postback_id: id, after, limit } = input;
  const where = id === undefined ? and(postbackFilter(input), gt(postbacks.id, after)) : eq(postbacks.id, id);
  const rows = await selectJudgedPostbacks(kernel, where, limit);
  if (id !== undefined && rows.length === 0) throw new DomainError('POSTBACK_NOT_FOUND');
  const changed: Difference[] = [];
  for (const each of rows) {
    const difference = await judgeStored(command, 'replay', each, id !== undefined);
    if (difference) changed.push(difference);
  }
  const { postback_id: _, after: __, limit: ___, ...filters } = input;
  await kernel.write((tx) =>
    writeAuditEntry(tx, actor, {
      action: 'postbacks.replay',
      subject: String(id ?? input.network_id ?? 'all'),
      after: { ...(id === undefined ? filters : {}), judged: rows.length, changed: changed.length },
    }),
  );
  const last = rows.at(-1)?.postback.id;
  return { judged: rows.length, changed, next: rows.length < limit || last === undefined ? null : last };
}

/**
 * The reason for parking a goal while a goal that comes before it in an ordered list has not arrived: see
 * apply_to_new_completion in packages/db.
 */
const GOAL_MISSING = 'A goal that comes before it is missing';

const BATCH = 200;
const MAX_BATCHES = 50;

/**
 * Judges again the parked postbacks that may have another outcome now, because their network's settings have changed,
 * its key is readable again, its public keys have been fetched, or an earlier goal of the offer may have arrived. A job
 * runs this every minute, so the next run judges the postbacks that this run leaves.
 * @returns how many have a new outcome
 */
export async function rejudgeParked(command: CommandContext<{ secrets: SecretBox }>): Promise<number> {
  const { kernel } = command;
  const openable = await findOpenableNetworks(command);
  // Allows 15 seconds, because a postback may have been read with settings that changed before it was judged.
  const isDue = sql`${postbacks.judgedAt} < ${networks.updatedAt} + interval '15 seconds'
    or (${postbacks.reason} = ${KEY_UNREADABLE} and ${inArray(networks.id, openable)})
    or (${postbacks.reason} = ${NO_PUBLIC_KEYS} and ${networks.publicKeys} is not null)
    or (${postbacks.reason} = ${GOAL_MISSING} and exists (
      select from clicks k join offers o on o.id = k.offer_id
      left join completions c on c.user_id = k.user_id and c.offer_id = k.offer_id
      where k.click_id = coalesce(${postbacks.assignedClickId}, ${postbacks.clickId})
        and ${postbacks.judgedAt} - interval '15 seconds' < greatest(o.updated_at, c.completed_at,
          (select max(m.at) from payments m where m.completion_id = c.id),
          (select max(e.at) from completion_events e where e.completion_id = c.id))))`;
  // In this order the index on the outcome finds the parked postbacks. In the order of IDs, PostgreSQL would read the
  // whole inbox for a few of them.
  const due = await kernel.read((db) =>
    db
      .select({ id: postbacks.id })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(sql`${postbacks.outcome} = 'parked' and (${isDue})`)
      .orderBy(asc(postbacks.receivedAt), asc(postbacks.id))
      .limit(BATCH * MAX_BATCHES),
  );
  const isStillParked = (ids: number[]) => and(inArray(postbacks.id, ids), eq(postbacks.outcome, 'parked'));
  let changed = 0;
  for (let from = 0; from < due.length; from += BATCH) {
    const ids = due.slice(from, from + BATCH).map(({ id }) => id);
    for (const each of await selectJudgedPostbacks(kernel, isStillParked(ids), BATCH))
      if (await judgeStored(command, 'settings', each)) changed += 1;
  }
  return changed;
}

/**
 * Finds networks with a key that can be opened again, and with postbacks that were parked because the key could not be
 * opened. Restoring a key changes no settings, so updated_at does not show it.
 */
async function findOpenableNetworks({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number[]> {
  const waiting = await kernel.read((db) =>
    db
      .selectDistinct({ network: networks })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(and(eq(postbacks.outcome, 'parked'), eq(postbacks.reason, KEY_UNREADABLE))),
  );
  return waiting.flatMap(({ network }) => (openNetworkSecrets(secrets, network).isSecretLost ? [] : [network.id]));
}
