import { DomainError } from '@inaam/contracts/common/errors';
import { paginate } from '@inaam/contracts/common/lists';
import { toRupees } from '@inaam/contracts/common/money';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { PostbackDetail, PostbackList, PostbackListInput } from '@inaam/contracts/postbacks/inbox';
import { clicks } from '@inaam/db/schema/clicks';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { postbackJudgements, postbacks } from '@inaam/db/schema/postbacks';
import { completionStates } from '@inaam/db/views/completions';
import { and, asc, desc, eq, ilike, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import { isSince } from '../../kernel/date-range.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { containsPattern } from '../../kernel/search.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { countTableRows } from '../../kernel/totals.ts';
import { echoNothing, isUnauthenticated, type Judgement } from './judge.ts';
import { decryptAndMask } from './mask.ts';
import { postbackColumns, toPostbackRow } from './postback-row.ts';
import { getEcho } from './receive.ts';
import { buildReply } from './reply.ts';
import { openPostback } from './seal.ts';

/** The filter that the inbox, a replay and a dry run share. */
export function postbackFilter(
  input: Pick<PostbackListInput, 'network_id' | 'outcome' | 'dateRange'> &
    Partial<Pick<PostbackListInput, 'kind' | 'alerts' | 'search'>>,
): SQL | undefined {
  const filters: (SQL | undefined)[] = [isSince(postbacks.receivedAt, input.dateRange)];
  if (input.network_id !== undefined) filters.push(eq(postbacks.networkId, input.network_id));
  if (input.outcome !== 'all') filters.push(eq(postbacks.outcome, input.outcome));
  if (input.kind && input.kind !== 'all') filters.push(eq(postbacks.kind, input.kind));
  if (input.alerts) filters.push(isNotNull(postbacks.alert));
  if (input.search) {
    const pattern = containsPattern(input.search);
    filters.push(
      or(ilike(postbacks.clickId, pattern), ilike(postbacks.transactionId, pattern), ilike(postbacks.ip, pattern)),
    );
  }
  return and(...filters);
}

/** Lists stored postbacks, newest first. */
export async function listPostbacks(kernel: Kernel, input: PostbackListInput): Promise<PostbackList> {
  const { page, limit } = input;
  const where = postbackFilter(input);
  return kernel.read(async (db) => {
    const [rows, total] = await Promise.all([
      db
        .select(postbackColumns)
        .from(postbacks)
        .where(where)
        .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
        .limit(limit)
        .offset((page - 1) * limit),
      countTableRows(db, postbacks, where, input.total),
    ]);
    return { postbacks: rows.map(toPostbackRow), pagination: paginate(page, limit, total) };
  });
}

const MAX_RELATED = 20;

/**
 * Returns one postback with its history, secrets masked.
 * @throws DomainError POSTBACK_NOT_FOUND
 */
export async function getPostback(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  postbackId: number,
): Promise<PostbackDetail> {
  return kernel.read(async (db) => {
    const [found] = await db
      .select({ postback: postbacks, network: networks })
      .from(postbacks)
      .leftJoin(networks, eq(networks.id, postbacks.networkId))
      .where(eq(postbacks.id, postbackId));
    if (!found) throw new DomainError('POSTBACK_NOT_FOUND');
    const { postback, network } = found;
    const clickId = postback.assignedClickId ?? postback.clickId;
    const [click] = clickId
      ? await db
          .select({
            details: {
              click_id: clicks.clickId,
              user_id: clicks.userId,
              email: users.email,
              offer_id: clicks.offerId,
              title: offers.title,
            },
            clickedAt: clicks.createdAt,
          })
          .from(clicks)
          .innerJoin(users, eq(users.id, clicks.userId))
          .innerJoin(offers, eq(offers.id, clicks.offerId))
          .where(eq(clicks.clickId, clickId))
      : [];
    const [credited] = postback.completionId
      ? await db.select().from(completionStates).where(eq(completionStates.id, postback.completionId))
      : [];
    const history = await db
      .select()
      .from(postbackJudgements)
      .where(eq(postbackJudgements.postbackId, postbackId))
      .orderBy(asc(postbackJudgements.id));
    const sameTransactionOrClick = [
      postback.transactionId && eq(postbacks.transactionId, postback.transactionId),
      postback.clickId && eq(postbacks.clickId, postback.clickId),
    ].filter((each) => typeof each === 'object' && each !== null);
    const related =
      sameTransactionOrClick.length === 0
        ? []
        : await db
            .select(postbackColumns)
            .from(postbacks)
            .where(and(or(...sameTransactionOrClick), eq(postbacks.slug, postback.slug), ne(postbacks.id, postbackId)))
            .orderBy(desc(postbacks.id))
            .limit(MAX_RELATED);
    return {
      ...toPostbackRow(postback),
      ...decryptAndMask(secrets, postback, network),
      body_encoding: postback.bodyEncoding,
      truncated_from_bytes: postback.truncatedFromBytes,
      judged_at: postback.judgedAt?.toISOString() ?? null,
      reply:
        postback.outcome === null ? null : buildReply(toStoredJudgement(postback, postback.outcome, network, secrets)),
      click: click ? { ...click.details, clicked_at: click.clickedAt.toISOString() } : null,
      completion: credited ? toCompletion(credited) : null,
      history: history.map((row) => ({
        at: row.at.toISOString(),
        by: row.actorName,
        cause: row.cause as PostbackDetail['history'][number]['cause'],
        from_outcome: row.fromOutcome as PostbackDetail['outcome'],
        from_reason: row.fromReason,
        to_outcome: row.toOutcome as NonNullable<PostbackDetail['outcome']>,
        to_reason: row.toReason,
      })),
      related: related.map(toPostbackRow),
    };
  });
}

function toStoredJudgement(
  postback: typeof postbacks.$inferSelect,
  outcome: PostbackOutcome,
  network: typeof networks.$inferSelect | null,
  secrets: SecretBox,
): Judgement {
  const { kind, reason, completionId } = postback;
  const forged = isUnauthenticated(outcome, reason);
  const opened = network && !forged ? openPostback(secrets, postback.retryKey, postback) : undefined;
  const echo = network && opened ? getEcho(network, opened) : echoNothing;
  return { outcome, kind, reason, completionId, forged, replies: network?.replies ?? {}, echo };
}

const toCompletion = (row: typeof completionStates.$inferSelect): NonNullable<PostbackDetail['completion']> => ({
  completion_id: row.id,
  completed_at: row.completedAt.toISOString(),
  approved_at: row.approvedAt?.toISOString() ?? null,
  held_until: row.heldUntil?.toISOString() ?? null,
  reversed_at: row.reversedAt?.toISOString() ?? null,
  payout_amount: toRupees(row.payoutPaise),
  state: row.state,
});
