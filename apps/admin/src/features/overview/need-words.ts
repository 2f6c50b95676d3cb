import { formatCount, formatPlural, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { Need, NeedKind } from '@inaam/contracts/insights/needs';
import type { LinkOptions } from '@tanstack/react-router';

interface NeedWords {
  /** What is large: how many, or how much of all. */
  figure: string;
  /** What it counts, in the words that follow the figure. */
  words: string;
  tone: 'bad' | 'warn' | 'neutral';
  /** The list of exactly these, filtered. */
  target: LinkOptions;
}

const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
const nameOf = ({ subject }: Need): string => subject?.name ?? '';
const inbox = ({ subject }: Need, search: Readonly<Record<string, string>>): LinkOptions => ({
  to: adminPaths.network,
  params: { networkId: String(subject?.id ?? '') },
  search: { tab: 'inbox', ...search } as never,
});

/** What each kind says, and where it leads. */
export const needWords: Record<NeedKind, (need: Need) => NeedWords> = {
  owed_wins: ({ count, value }) => ({
    figure: formatCount(count),
    words: `${plural(count, 'win')} owed, ${formatRupees(value ?? 0)}`,
    tone: 'bad',
    target: { to: adminPaths.conversions, search: { state: 'owed' } as never },
  }),
  stock_out: (need) => ({
    figure: nameOf(need),
    words: 'out of stock',
    tone: 'bad',
    target: { to: adminPaths.vouchers, search: { panel: 'new' } },
  }),
  stock_short: (need) => ({
    figure: nameOf(need),
    words: `${plural(need.count, 'runs', 'run')} out within a week`,
    tone: 'warn',
    target: { to: adminPaths.vouchers, search: { panel: 'reorder' } },
  }),
  vouchers_expiring: ({ count, value }) => ({
    figure: formatCount(count),
    words: `${plural(count, 'voucher expires', 'vouchers expire')} within 14 days, ${formatRupees(value ?? 0)}`,
    tone: 'warn',
    target: {
      to: adminPaths.vouchers,
      search: { status: 'available', expiry_filter: 'valid', sortBy: 'expiry_date', sortOrder: 'asc' },
    },
  }),
  open_cases: ({ count }) => ({
    figure: formatCount(count),
    words: `missing credit ${plural(count, 'case')} open`,
    tone: 'warn',
    target: { to: adminPaths.cases, search: { status: 'open' } },
  }),
  disabled_endpoint: (need) => ({
    figure: nameOf(need),
    words: 'gets no events any more',
    tone: 'bad',
    target: { to: adminPaths.webhooks },
  }),
  parking_network: (need) => ({
    figure: `${formatCount(need.count)}%`,
    words: `of ${nameOf(need)} postbacks are not understood`,
    tone: 'bad',
    target: inbox(need, { outcome: 'parked' }),
  }),
  parked_postbacks: (need) => ({
    figure: formatCount(need.count),
    words: `parked ${plural(need.count, 'postback')} of ${nameOf(need)}`,
    tone: 'warn',
    target: inbox(need, { outcome: 'parked' }),
  }),
  refused_postbacks: (need) => ({
    figure: formatCount(need.count),
    words: `${plural(need.count, 'postback')} of ${nameOf(need)} refused since yesterday`,
    tone: 'neutral',
    target: inbox(need, { outcome: 'refused' }),
  }),
  rings: ({ count }) => ({
    figure: formatCount(count),
    words: `${plural(count, 'device')} with 3 or more accounts`,
    tone: 'warn',
    target: { to: adminPaths.fraud, search: { tab: 'devices', device_filter: 'multiple' } },
  }),
};

/** All of it in a sentence, for who cannot see the strip. */
export const needsSummary = (needs: readonly Need[]): string =>
  needs.length === 0 ? 'Nothing needs you' : `${formatPlural(needs.length, 'thing')} to look at`;
