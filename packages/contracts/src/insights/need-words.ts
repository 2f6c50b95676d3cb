import { formatCount, formatPlural, formatRupees } from '../common/format.ts';
import type { Need, NeedKind } from './needs.ts';

/** What waits, in words: on the first page, and in the morning's mail. */
export interface NeedText {
  /** What is large: how many, or how much of all. */
  figure: string;
  /** What it counts, in the words that follow the figure. */
  words: string;
}

const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
const nameOf = ({ subject }: Need): string => subject?.name ?? '';
const counted = (count: number, words: string): NeedText => ({ figure: formatCount(count), words });

/** What each kind says. */
const texts: Record<NeedKind, (need: Need) => NeedText> = {
  approvals: ({ count }) => counted(count, `${plural(count, 'request waits', 'requests wait')} for another owner`),
  owed_wins: ({ count, value }) => counted(count, `${plural(count, 'win')} owed, ${formatRupees(value ?? 0)}`),
  stock_out: (need) => ({ figure: nameOf(need), words: 'out of stock' }),
  stock_short: (need) => ({
    figure: nameOf(need),
    words: `${plural(need.count, 'runs', 'run')} out within a week`,
  }),
  vouchers_expiring: ({ count, value }) =>
    counted(
      count,
      `${plural(count, 'voucher expires', 'vouchers expire')} within 14 days, ${formatRupees(value ?? 0)}`,
    ),
  open_cases: ({ count }) => counted(count, `missing credit ${plural(count, 'case')} open`),
  disabled_endpoint: (need) => ({ figure: nameOf(need), words: 'gets no events any more' }),
  parking_network: (need) => ({
    figure: `${formatCount(need.count)}%`,
    words: `of ${nameOf(need)} postbacks are not understood`,
  }),
  parked_postbacks: (need) => counted(need.count, `parked ${plural(need.count, 'postback')} of ${nameOf(need)}`),
  refused_postbacks: (need) =>
    counted(need.count, `${plural(need.count, 'postback')} of ${nameOf(need)} refused since yesterday`),
  rings: ({ count }) => counted(count, `${plural(count, 'device')} with 3 or more accounts`),
};

export const needText = (need: Need): NeedText => texts[need.kind](need);

/** All of it in a sentence, for who cannot see it. */
export const needsSummary = (needs: readonly Need[]): string =>
  needs.length === 0 ? 'Nothing needs you' : `${formatPlural(needs.length, 'thing')} to look at`;
