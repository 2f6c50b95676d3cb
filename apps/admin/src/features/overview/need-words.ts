import { adminPaths } from '@inaam/contracts/common/paths';
import { type NeedText, needText } from '@inaam/contracts/insights/need-words';
import type { Need, NeedKind } from '@inaam/contracts/insights/needs';
import type { LinkOptions } from '@tanstack/react-router';

interface NeedPlace {
  tone: 'bad' | 'warn' | 'neutral';
  /** The list of exactly these, filtered. */
  target: LinkOptions;
}

const inbox = ({ subject }: Need, search: Readonly<Record<string, string>>): LinkOptions => ({
  to: adminPaths.network,
  params: { networkId: String(subject?.id ?? '') },
  search: { tab: 'inbox', ...search } as never,
});

/** How urgent each kind is, and where it leads. */
const places: Record<NeedKind, (need: Need) => NeedPlace> = {
  approvals: () => ({ tone: 'warn', target: { to: adminPaths.approvals } }),
  owed_wins: () => ({ tone: 'bad', target: { to: adminPaths.conversions, search: { state: 'owed' } } }),
  stock_out: ({ subject }) => {
    // One amount alone is what the form begins with.
    const [, amount] = /^₹([\d,.]+)$/.exec(subject?.name ?? '') ?? [];
    const panel = amount ? `new-${amount.replaceAll(',', '')}` : 'new';
    return { tone: 'bad', target: { to: adminPaths.vouchers, search: { panel } } };
  },
  disabled_endpoint: () => ({ tone: 'bad', target: { to: adminPaths.webhooks } }),
  parking_network: (need) => ({ tone: 'bad', target: inbox(need, { outcome: 'parked' }) }),
  parked_postbacks: (need) => ({ tone: 'warn', target: inbox(need, { outcome: 'parked' }) }),
  refused_postbacks: (need) => ({ tone: 'neutral', target: inbox(need, { outcome: 'refused' }) }),
  open_cases: () => ({ tone: 'warn', target: { to: adminPaths.cases, search: { status: 'open' } } }),
  rings: () => ({
    tone: 'warn',
    target: { to: adminPaths.fraud, search: { tab: 'devices', device_filter: 'multiple' } },
  }),
  stock_short: () => ({ tone: 'warn', target: { to: adminPaths.vouchers, search: { panel: 'reorder' } } }),
  vouchers_expiring: () => ({
    tone: 'warn',
    target: {
      to: adminPaths.vouchers,
      search: { status: 'available', expiry_filter: 'valid', sortBy: 'expiry_date', sortOrder: 'asc' },
    },
  }),
};

/** What a need says, and where it leads; undefined for one of a later release. */
export const needOf = (need: Need): (NeedText & NeedPlace) | undefined =>
  Object.hasOwn(places, need.kind) ? { ...needText(need), ...places[need.kind](need) } : undefined;
