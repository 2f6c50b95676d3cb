import type { AdminOffer } from '@inaam/contracts/offers';
import { Button } from '@inaam/ui/button';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { useListState } from '../../lists/use-list-state.ts';
import { DeactivateOffer } from './deactivate-offer.tsx';
import { offerColumns } from './offer-columns.tsx';
import { OfferPanel } from './offer-panel.tsx';
import { offerFilters, offerSearch } from './offer-search.ts';

const MAX_PAGE_LINKS = 7;
const words: ListWords = {
  one: 'offer',
  many: 'offers',
  failed: 'Failed to fetch offers',
  empty: 'No offers yet',
  emptyHint: 'An offer is what users complete to earn a spin. Create the first one.',
  noMatch: 'No offers match',
};

/** Offer Management. */
export function OffersScreen() {
  const list = useListState(offerSearch);
  const query = trpc.admin.offers.list.useQuery(list.input, { placeholderData: keepPreviousData });
  const [leaving, setLeaving] = useState<AdminOffer>();
  const { setPanel, panel } = list;
  const columns = useMemo(
    () => offerColumns({ onEdit: (offer) => setPanel(String(offer.offer_id)), onDeactivate: setLeaving }),
    [setPanel],
  );
  const edited = query.data?.offers.find((offer) => String(offer.offer_id) === panel);
  return (
    <>
      <ListScreen
        title="Offer Management"
        words={words}
        list={list}
        filters={offerFilters}
        columns={columns}
        query={query}
        rows={(data) => data.offers}
        rowKey={(offer) => offer.offer_id}
        maxPageLinks={MAX_PAGE_LINKS}
        exportAs="offers"
        action={
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setPanel('new')}>
            Create Offer
          </Button>
        }
      />
      {(panel === 'new' || edited) && (
        <OfferPanel key={panel} offer={panel === 'new' ? undefined : edited} onClose={() => setPanel(undefined)} />
      )}
      {leaving && <DeactivateOffer offer={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
