import { formatCount, formatPlural, formatRupees, formatUpToOneDecimal } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { OfferDetail } from '@inaam/contracts/offers/offer-detail';
import { CLICK_NOT_FOUND, type PostbackRow } from '@inaam/contracts/postbacks/inbox';
import { Badge, type Tone } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { StatusDot } from '@inaam/ui/status-dot';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { getErrorText } from '../../app/errors.ts';
import { useRecentRecord } from '../../app/recent-records.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { Tile, Tiles } from '../../page/tiles.tsx';
import { ComparePeriods } from './compare-periods.tsx';
import { OddsBalance, OddsPreview } from './odds-balance.tsx';
import { formatSchedule, getOfferStatus, offerStatuses } from './offer-state.ts';
import { toTypedOdds } from './typed-odds.ts';

const OfferSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2">
    <h3 className="text-base">{title}</h3>
    {children}
  </section>
);

/** One offer: its link, the funnel of its clicks, and the cost of its odds. */
export function OfferDetailPanel({
  offerId,
  onEdit,
  onClose,
}: {
  offerId: number;
  onEdit: () => void;
  onClose: () => void;
}) {
  const query = trpc.admin.offers.detail.useQuery({ offer_id: offerId });
  const { data } = query;
  useRecentRecord(
    data && {
      id: `offer-${offerId}`,
      label: data.offer.title,
      hint: 'Offer',
      target: { to: adminPaths.offers, search: { panel: `view-${offerId}` } },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      wide
      title={data?.offer.title ?? 'Offer'}
      {...(data && {
        description: [data.offer.category, data.offer.model, data.offer.external_offer_id, data.offer.network]
          .filter(Boolean)
          .join(' · '),
      })}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Allowed to="admin.offers.update">
            <Button variant="primary" onClick={onEdit}>
              Edit offer
            </Button>
          </Allowed>
        </>
      }
    >
      <Loadable query={query} what="the offer" failed="The offer could not be loaded" shape={['h-20', 'h-40', 'h-44']}>
        {(loaded) => <OfferSummary detail={loaded} />}
      </Loadable>
    </Dialog>
  );
}

function OfferSummary({ detail: { offer, funnel, redirect_preview } }: { detail: OfferDetail }) {
  const odds = oddsOrDefault(offer.spinner_config);
  const hasHistory = offer.total_completions > 0;
  const status = getOfferStatus(offer);
  const schedule = formatSchedule(offer);
  return (
    <div className="grid gap-6">
      <p className="-mt-2 flex flex-wrap gap-x-2">
        <StatusDot tone={offerStatuses[status].tone}>{offerStatuses[status].label}</StatusDot>
        {schedule && <span className="text-muted">{schedule}</span>}
      </p>
      <Tiles className="grid-cols-2 sm:grid-cols-4">
        <Tile label="Revenue" value={formatRupees(offer.total_revenue)} />
        <Tile label="Avg payout" value={formatRupees(offer.avg_payout)} />
        <Tile label="Users" value={formatCount(offer.unique_users)} />
        <Tile label="Per day" value={formatCount(offer.daily_avg_completions)} />
      </Tiles>
      <OfferSection title="Funnel">
        <OfferFunnel funnel={funnel} />
      </OfferSection>
      <OfferSection title="Compare two periods">
        <ComparePeriods offerId={offer.offer_id} />
      </OfferSection>
      <OfferSection title="Redirect URL of a click">
        <p className="text-xs text-muted">Macros are replaced with sample values.</p>
        <p className="rounded-control bg-sunken p-3 font-mono text-sm break-all">{redirect_preview}</p>
        <div className="flex flex-wrap gap-2">
          <TestClick offerId={offer.offer_id} />
          <CopyButton small={false} value={redirect_preview} label="Copy address" />
        </div>
      </OfferSection>
      {offer.offer_goals.length > 0 && (
        <OfferSection title={offer.goals_in_order ? 'Goals, in this order' : 'Goals'}>
          <ol className="grid gap-2">
            {offer.offer_goals.map(({ goal_id, name, payout_amount, gives_spin }) => (
              <li key={goal_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  {name || goal_id || 'Unnamed goal'}
                  {name && goal_id && <span className="ml-2 font-mono text-xs text-muted">{goal_id}</span>}
                </span>
                {gives_spin && <Badge tone="accent">Grants the spin</Badge>}
                <span className="ml-auto tabular-nums">
                  {payout_amount === null ? 'As reported by the network' : formatRupees(payout_amount)}
                </span>
              </li>
            ))}
          </ol>
        </OfferSection>
      )}
      {offer.country_quotas.length > 0 && (
        <OfferSection title="Quota per country">
          <p className="tabular-nums">
            {offer.country_quotas
              .map(({ country, daily_cap }) => `${country === '*' ? 'Others' : country} ${formatCount(daily_cap)}`)
              .join(' · ')}{' '}
            a day
          </p>
        </OfferSection>
      )}
      <OfferSection title="Odds">
        <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <OddsPreview typed={toTypedOdds(odds)} />
          <OddsBalance
            odds={odds}
            payout={hasHistory ? offer.avg_payout : offer.reward_amount}
            payoutName={hasHistory ? 'Avg payout' : 'Reward amount'}
          />
        </div>
      </OfferSection>
    </div>
  );
}

/** Opens the partner's page as a user would. A test click is never credited. */
function TestClick({ offerId }: { offerId: number }) {
  const click = trpc.admin.offers.testClick.useMutation();
  const start = () => {
    // The tab opens as soon as the button is pressed, because browsers block windows that open later. Its URL is set
    // when the server answers.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    click.mutate(
      { offer_id: offerId },
      {
        onSuccess: ({ redirectUrl }) => {
          if (tab) tab.location.href = redirectUrl;
          else window.location.assign(redirectUrl);
        },
        onError: () => tab?.close(),
      },
    );
  };
  return (
    <>
      <Allowed to="admin.offers.testClick">
        <Button busy={click.isPending} onClick={start} icon={<ExternalLink aria-hidden className="size-4" />}>
          Test click
        </Button>
      </Allowed>
      {click.error && (
        <Banner tone="error" title="The test click failed" onDismiss={click.reset} className="order-last w-full">
          {getErrorText(click.error, 'Please try again.')}
        </Banner>
      )}
      {click.data && (
        <Allowed to="admin.postbacks.list">
          <TestPostback key={click.data.clickId} clickId={click.data.clickId} />
        </Allowed>
      )}
    </>
  );
}

const TEST_POLL_MS = 5000;

/** Shows whether a postback for a test click arrived. If so, the link and the postback carry the click ID. */
function TestPostback({ clickId }: { clickId: string }) {
  const postbacks = trpc.admin.postbacks.list.useQuery(
    { search: clickId, limit: 1 },
    { refetchInterval: ({ state }) => (state.data?.postbacks.length ? false : TEST_POLL_MS) },
  );
  const { text, tone } = describeTestPostback(clickId, postbacks.data?.postbacks[0]);
  return (
    <p role="status" className="order-last w-full text-sm">
      <StatusDot tone={tone} wrap>
        {text}
      </StatusDot>
    </p>
  );
}

/**
 * Describes the postback of a test click. Test clicks are not stored. So if the settings are correct, the postback is
 * parked for one reason only: its click is not found.
 */
function describeTestPostback(
  clickId: string,
  postback: Pick<PostbackRow, 'outcome' | 'reason'> | undefined,
): { text: string; tone: Tone } {
  if (!postback) {
    return { text: `Complete the offer to see whether a postback with ${clickId} arrives.`, tone: 'neutral' };
  }
  const arrival = `A postback with ${clickId} arrived`;
  if (postback.reason !== CLICK_NOT_FOUND)
    return { text: `${arrival}, but it did not count: ${postback.reason}.`, tone: 'warn' };
  return { text: `${arrival}, so the network returns the click ID. The postback counts for no user.`, tone: 'good' };
}

/** The funnel from clicks to wins: bars from zero, each with its count and its share of the previous step. */
function OfferFunnel({ funnel: { clicks, completions, spins, wins, reversed } }: { funnel: OfferDetail['funnel'] }) {
  const steps = [
    { label: 'Clicks', count: clicks, hue: '--plot-clicks' },
    { label: 'Completions', count: completions, hue: '--plot-conversions' },
    { label: 'Spins', count: spins, hue: '--plot-users' },
    { label: 'Wins', count: wins, hue: '--plot-cost' },
  ];
  const maxCount = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2">
        {steps.map(({ label, count, hue }, index) => {
          const previousStep = steps[index - 1];
          return (
            <li key={label} className="flex items-center gap-3">
              <span className="w-24 shrink-0">{label}</span>
              <span aria-hidden className="h-5 min-w-0 grow">
                <span
                  className="block h-full rounded-[3px]"
                  style={{ width: `${(count / maxCount) * 100}%`, background: `var(${hue})` }}
                />
              </span>
              <span className="w-12 text-right font-semibold tabular-nums">{formatCount(count)}</span>
              <span className="w-24 text-xs text-muted tabular-nums sm:w-36">
                {previousStep &&
                  previousStep.count > 0 &&
                  `${formatUpToOneDecimal((count / previousStep.count) * 100)}% of ${previousStep.label.toLowerCase()}`}
              </span>
            </li>
          );
        })}
      </ol>
      {reversed > 0 && (
        <p className="text-xs text-muted">
          {formatPlural(reversed, 'completion was', 'completions were')} reversed by the network.
        </p>
      )}
    </div>
  );
}
