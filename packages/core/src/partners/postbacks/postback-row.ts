import type { PostbackRow } from '@inaam/contracts/postbacks/inbox';
import { postbacks } from '@inaam/db/schema/postbacks';

/** The columns of a listed postback. They contain no raw data, so nothing needs masking. */
export const postbackColumns = {
  id: postbacks.id,
  networkId: postbacks.networkId,
  slug: postbacks.slug,
  receivedAt: postbacks.receivedAt,
  method: postbacks.method,
  ip: postbacks.ip,
  outcome: postbacks.outcome,
  reason: postbacks.reason,
  alert: postbacks.alert,
  kind: postbacks.kind,
  clickId: postbacks.clickId,
  transactionId: postbacks.transactionId,
  goalId: postbacks.goalId,
  payoutMicros: postbacks.payoutMicros,
  currency: postbacks.currency,
  completionId: postbacks.completionId,
  repeats: postbacks.repeats,
  repeatedAt: postbacks.repeatedAt,
};

type Row = Pick<typeof postbacks.$inferSelect, keyof typeof postbackColumns>;

/** Formats millionths as a decimal with at least two fraction digits. */
function formatMicros(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}

export const toPostbackRow = (row: Row): PostbackRow => ({
  postback_id: row.id,
  network_id: row.networkId,
  network: row.slug,
  received_at: row.receivedAt.toISOString(),
  method: row.method,
  ip: row.ip,
  outcome: row.outcome,
  reason: row.reason,
  alert: row.alert,
  kind: row.kind,
  click_id: row.clickId,
  transaction_id: row.transactionId,
  goal_id: row.goalId,
  payout: row.payoutMicros === null ? null : `${formatMicros(row.payoutMicros)} ${row.currency ?? ''}`.trim(),
  completion_id: row.completionId,
  repeats: row.repeats,
  repeated_at: row.repeatedAt?.toISOString() ?? null,
});
