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
import { type Cause, judgePostbackAgain } from './judge.ts';
import { KEY_UNREADABLE, NO_PUBLIC_KEYS, readPostback } from './read.ts';
import { callHash } from './repeats.ts';
import { openPostback } from './seal.ts';

type StoredPostback = typeof postbacks.$inferSelect;

/** A stored postback with its network. */
export interface PostbackWithNetwork {
  postback: StoredPostback;
  network: typeof networks.$inferSelect;
}

/** Stored and judged postbacks with their networks, oldest first. */
const judgedPostbacks = (kernel: Kernel, where: SQL | undefined, limit: number): Promise<PostbackWithNetwork[]> =>
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
 * Judges a stored postback by the settings of now, by the very functions that judge what comes in.
 * @returns what changed; null where nothing did, or where what is stored cannot be opened
 */
export async function judgeStored(
  { kernel, secrets, actor }: CommandContext<{ secrets: SecretBox }>,
  cause: Cause,
  { postback, network }: PostbackWithNetwork,
): Promise<Difference | null> {
  const opened = openPostback(secrets, postback.retryKey, postback);
  if (!opened) return null;
  const verdict = { ...readPostback(openNetworkSecrets(secrets, network), opened), call_hash: callHash(opened) };
  const { outcome, reason } = await judgePostbackAgain({ kernel, secrets }, postback.id, verdict, { cause, actor });
  if (outcome === postback.outcome && reason === postback.reason) return null;
  return differenceOf(postback, outcome, reason);
}

export const differenceOf = (from: StoredPostback, to: PostbackOutcome, reason: string | null): Difference => ({
  postback_id: from.id,
  received_at: from.receivedAt.toISOString(),
  from: from.outcome,
  from_reason: from.reason,
  to,
  to_reason: reason,
});

/**
 * Judges one stored postback or a filtered set again, a step at a time. What had its effect keeps it, so that a replay
 * with unchanged settings changes nothing. Each postback is a move of its own: when one fails, those before it stay
 * judged, and the audit entry is missing; a repeat judges them to the same end.
 * @throws DomainError POSTBACK_NOT_FOUND
 */
export async function replayPostbacks(
  command: CommandContext<{ secrets: SecretBox }>,
  input: ReplayInput,
): Promise<ReplayReport> {
  const { kernel, actor } = command;
  const { postback_id: id, after, limit } = input;
  const where = id === undefined ? and(postbackFilter(input), gt(postbacks.id, after)) : eq(postbacks.id, id);
  const found = await judgedPostbacks(kernel, where, limit);
  if (id !== undefined && found.length === 0) throw new DomainError('POSTBACK_NOT_FOUND');
  const changed: Difference[] = [];
  for (const each of found) {
    const difference = await judgeStored(command, 'replay', each);
    if (difference) changed.push(difference);
  }
  const { postback_id: _, after: __, limit: ___, ...filters } = input;
  await kernel.write((tx) =>
    writeAuditEntry(tx, actor, {
      action: 'postbacks.replay',
      subject: String(id ?? input.network_id ?? 'all'),
      after: { ...(id === undefined ? filters : {}), judged: found.length, changed: changed.length },
    }),
  );
  const last = found.at(-1)?.postback.id;
  return { judged: found.length, changed, next: found.length < limit || last === undefined ? null : last };
}

/** A later goal came first, of an offer whose goals count in order: see apply_to_new_completion in packages/db. */
const GOAL_MISSING = 'A goal that comes before it is missing';

const BATCH = 200;
const MAX_BATCHES = 50;

/**
 * Judges parked postbacks again that were judged before their network's settings changed: a word that is mapped since
 * counts by itself, and so does a goal that came before the one that it follows. Those that stay parked are not looked
 * at again until the next change, or until their key can be opened or public ones were fetched. Housekeeping runs it
 * every minute, so what one run leaves, a later one judges.
 * @returns how many have another outcome than before
 */
export async function rejudgeParked(command: CommandContext<{ secrets: SecretBox }>): Promise<number> {
  const { kernel } = command;
  const openable = await openableNetworks(command);
  // A postback may have been read by settings that changed before it was judged.
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
  let changed = 0;
  let last = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const where = sql`${postbacks.outcome} = 'parked' and ${gt(postbacks.id, last)} and (${isDue})`;
    const found = await judgedPostbacks(kernel, where, BATCH);
    for (const each of found) if (await judgeStored(command, 'settings', each)) changed += 1;
    last = found.at(-1)?.postback.id ?? last;
    if (found.length < BATCH) break;
  }
  return changed;
}

/**
 * Networks with postbacks that waited for their key, where it can be opened now: a key that came back changes no
 * settings.
 */
async function openableNetworks({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number[]> {
  const waiting = await kernel.read((db) =>
    db
      .selectDistinct({ network: networks })
      .from(postbacks)
      .innerJoin(networks, eq(networks.id, postbacks.networkId))
      .where(and(eq(postbacks.outcome, 'parked'), eq(postbacks.reason, KEY_UNREADABLE))),
  );
  return waiting.flatMap(({ network }) => (openNetworkSecrets(secrets, network).isSecretLost ? [] : [network.id]));
}
