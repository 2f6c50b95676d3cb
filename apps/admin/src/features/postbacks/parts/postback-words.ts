import { formatPlural } from '@inaam/contracts/common/format';
import type { ParamNames, PostbackKind, ReplyClass } from '@inaam/contracts/networks/networks';

/** The event that a postback reports. */
export const kindLabels: Record<PostbackKind, string> = {
  pending: 'Pending',
  approve: 'Approval',
  reverse: 'Reversal',
  ignore: 'Ignore',
};

export const paramLabels: Record<keyof ParamNames, string> = {
  click_id: 'Click ID',
  transaction_id: 'Transaction ID',
  payout: 'Payout',
  currency: 'Currency',
  status: 'Status',
  goal_id: 'Goal ID',
  parent_id: 'Reversed transaction',
};

export const replyLabels: Record<ReplyClass, string> = {
  approved: 'Approved',
  repeat: 'Repeat',
  pending: 'Pending',
  reversed: 'Reversed',
  ignored: 'Ignored',
  parked: 'Parked',
  unknown_click: 'Click not found',
  refused: 'Refused',
  forged: 'Not signed by the network',
  fault: 'Processing failed',
};

const units = [
  { seconds: 86_400, word: 'day' },
  { seconds: 3600, word: 'hour' },
  { seconds: 60, word: 'minute' },
] as const;

/** `3 days`, `2 hours`: the largest unit that fits, rounded down; below a minute, `under a minute`. */
export function formatInLargestUnit(seconds: number): string {
  const unit = units.find((each) => seconds >= each.seconds);
  return unit ? formatPlural(Math.floor(seconds / unit.seconds), unit.word) : 'under a minute';
}
