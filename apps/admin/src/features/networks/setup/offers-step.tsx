import { formatPlural } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import type { NetworkSetup } from '@inaam/contracts/networks/setup';
import { Button, buttonClass } from '@inaam/ui/button';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { Download, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Allowed } from '../../../app/allowed.tsx';
import { trpc } from '../../../app/trpc.ts';
import { StepButtons } from './setup-page.tsx';

/** Adds the network's offers: from the network's feed, or by hand. */
export function OffersStep({
  network,
  setup: { offers, active_offers },
  feed,
  onBack,
  onNext,
}: {
  network: NetworkView;
  setup: NetworkSetup;
  /** The tab that imports the network's offer feed. */
  feed: ReactNode;
  onBack: () => void;
  onNext: () => void;
}) {
  const [showsFeed, setShowsFeed] = useState(false);
  const settings = trpc.admin.networks.feed.get.useQuery({ network_id: network.network_id });
  const hasFeed = !!settings.data?.settings || !!settings.data?.presets.some(({ id }) => id === network.preset);
  return (
    <>
      <p role="status">
        {offers === 0 ? (
          <StatusDot tone="neutral">No offers yet</StatusDot>
        ) : (
          <StatusDot tone={active_offers > 0 ? 'good' : 'warn'} wrap>
            {`${formatPlural(offers, 'offer')}, ${
              active_offers > 0 ? `${active_offers} active` : 'none active: users see an offer once it is active'
            }`}
          </StatusDot>
        )}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <OptionSection
          title="Import its list"
          hint={
            hasFeed
              ? `Reads ${network.name}’s feed. You choose which offers to import; they start inactive.`
              : 'For networks that list their offers as JSON. You choose which ones to import.'
          }
        >
          <Button
            variant={hasFeed ? 'primary' : 'secondary'}
            aria-expanded={showsFeed}
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => setShowsFeed(!showsFeed)}
          >
            {showsFeed ? 'Close the feed' : 'Import by feed'}
          </Button>
        </OptionSection>
        <OptionSection
          title="Create one by hand"
          hint={`${network.name} is selected in the form. You return here when the form closes.`}
        >
          <Allowed to="admin.offers.create">
            <Link
              to={adminPaths.offers}
              search={{ panel: `new-for-${network.network_id}` }}
              className={buttonClass({ variant: hasFeed || offers > 0 ? 'secondary' : 'primary' })}
            >
              <Plus aria-hidden className="size-4" />
              Create an offer
            </Link>
          </Allowed>
        </OptionSection>
      </div>
      {showsFeed && feed}
      {offers > 0 && active_offers === 0 && (
        <p>
          <Link to={adminPaths.offers} search={{ status: 'inactive' }} className="link">
            Activate them in Offers
          </Link>
        </p>
      )}
      <StepButtons>
        <Button className="mr-auto" onClick={onBack}>
          Back
        </Button>
        <Button variant={active_offers > 0 ? 'primary' : 'secondary'} onClick={onNext}>
          {active_offers > 0 ? 'Next' : 'Skip for now'}
        </Button>
      </StepButtons>
    </>
  );
}

const OptionSection = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <section className="flex flex-col items-start gap-2 rounded-card border border-line bg-surface p-card">
    <h3 className="text-base">{title}</h3>
    <p className="grow text-sm text-muted">{hint}</p>
    {children}
  </section>
);
