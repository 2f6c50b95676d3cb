import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { buttonClass } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { trpc } from '../../app/data.tsx';
import { Drawing } from '../../app/drawing.tsx';
import { LoadFailed } from '../../app/load-failed.tsx';
import { translateCompletions } from '../../app/offer-texts.ts';
import type { VouchersTab } from '../../app/search.ts';
import { vouchers as words } from '../../words/words.ts';
import type { OfflineVoucher } from './offline-store.ts';
import { OfflineSwitch } from './offline-switch.tsx';
import { getExpiry } from './parts/expiry.ts';
import { VoucherNotices } from './parts/voucher-notices.tsx';
import { ReservedCard, VoucherCard } from './voucher-card.tsx';

/** Polling interval while a won voucher has no code yet. */
const OWED_POLL_MS = 5000;

const EMPTY_TEXTS = { unused: 'noUnused', used: 'noUsed', expired: 'noExpired' } as const;

/** Vouchers with at most this many days left come first, whatever their amounts. */
const ENDS_SOON_DAYS = 2;

/**
 * Groups vouchers by state. In a group, vouchers that end soon come first, then the largest amount, then the earliest
 * expiry.
 */
function groupByState(completions: readonly CompletionView[], now: Date): Record<VouchersTab, OfflineVoucher[]> {
  const groups: Record<VouchersTab, OfflineVoucher[]> = { unused: [], used: [], expired: [] };
  for (const { voucher, title, offer_id } of completions) {
    if (!voucher) continue;
    const state =
      voucher.status === 'used' ? 'used' : getExpiry(voucher.expiry_date, now).daysLeft < 0 ? 'expired' : 'unused';
    groups[state].push({ voucher, title, offerId: offer_id });
  }
  const endsSoon = ({ voucher }: OfflineVoucher) =>
    Number(getExpiry(voucher.expiry_date, now).daysLeft <= ENDS_SOON_DAYS);
  for (const each of Object.values(groups))
    each.sort(
      (a, b) =>
        endsSoon(b) - endsSoon(a) ||
        b.voucher.amount - a.voucher.amount ||
        a.voucher.expiry_date.localeCompare(b.voucher.expiry_date),
    );
  return groups;
}

/** The wallet: won vouchers by state. */
export function VouchersScreen({ tab, onTab }: { tab: VouchersTab; onTab: (tab: VouchersTab) => void }) {
  const query = trpc.user.insights.stats.useQuery(undefined, {
    select: translateCompletions,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.completions.some(({ owed }) => owed) ? OWED_POLL_MS : false),
  });
  const { data, dataUpdatedAt } = query;
  const now = useMemo(() => new Date(dataUpdatedAt), [dataUpdatedAt]);
  const wallet = useMemo(() => data && groupByState(data.completions, now), [data, now]);
  const owed = data?.completions.filter((completion) => completion.owed) ?? [];

  if (query.isError && !wallet) {
    return (
      <Frame>
        <LoadFailed title={words.failedTitle} query={query}>
          {words.failedHint}
        </LoadFailed>
      </Frame>
    );
  }
  if (!wallet) {
    return (
      <Frame>
        <Loading label={words.loading} className="grid gap-3 md:grid-cols-2">
          {[0, 1, 2].map((key) => (
            <Skeleton key={key} className="h-18" />
          ))}
        </Loading>
      </Frame>
    );
  }
  const total = wallet.unused.reduce((sum, { voucher }) => sum + voucher.amount, 0);
  const isEmpty = Object.values(wallet).every((each) => each.length === 0) && owed.length === 0;
  if (isEmpty) {
    return (
      <Frame>
        <VoucherNotices />
        <EmptyState
          kind="first-use"
          drawing={<Drawing name="vouchers" />}
          title={words.noneTitle}
          action={
            <Link to={userPaths.offers} className={buttonClass({ variant: 'primary' })}>
              {words.seeOffers}
            </Link>
          }
        >
          {words.noneHint}
        </EmptyState>
      </Frame>
    );
  }
  return (
    <Frame worth={total}>
      <VoucherNotices />
      {owed.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {owed.map((completion) => (
            <li key={completion.completion_id}>
              <ReservedCard amount={rewardAmount(completion.reward_type) ?? 0} title={completion.title} />
            </li>
          ))}
        </ul>
      )}
      <Tabs
        label={words.tabs}
        value={tab}
        onChange={onTab}
        tabs={(['unused', 'used', 'expired'] as const).map((id) => ({
          id,
          label: words[id],
          count: wallet[id].length,
        }))}
      >
        {(['unused', 'used', 'expired'] as const).map((id) => (
          <TabPanel key={id} id={id}>
            {wallet[id].length === 0 ? (
              <div className="flex flex-col items-center gap-2 py-8 text-muted">
                <Drawing name="vouchers" />
                <p>{words[EMPTY_TEXTS[id]]}</p>
              </div>
            ) : (
              <ul className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
                {wallet[id].map(({ voucher, title, offerId }) => (
                  <li key={voucher.voucher_id}>
                    <VoucherCard voucher={voucher} state={id} now={now} title={title} offerId={offerId} />
                  </li>
                ))}
              </ul>
            )}
          </TabPanel>
        ))}
      </Tabs>
      <OfflineSwitch vouchers={wallet.unused} at={dataUpdatedAt} />
    </Frame>
  );
}

const Frame = ({ worth, children }: { worth?: number; children: React.ReactNode }) => (
  <div className="flex flex-col gap-4">
    <header>
      <h1 className={worth ? 'text-base font-normal text-muted' : 'text-xl sm:text-2xl'}>{words.title}</h1>
      {worth !== undefined && worth > 0 && (
        <p className="text-xl font-semibold text-balance tabular-nums max-xs:text-lg sm:text-2xl">
          {words.worth({ amount: formatRupees(worth) })}
        </p>
      )}
    </header>
    {children}
  </div>
);
