import { adminPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Allowed, useIsAllowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { noSelection } from '../../lists/selection.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { ConfirmOfferChange, OfferBulkBar, type OfferChange } from './change-offers.tsx';
import { offerColumns } from './offer-columns.tsx';
import { OfferDetailPanel } from './offer-detail-panel.tsx';
import { OfferPanel } from './offer-panel.tsx';
import { offerFilters, offerSearch } from './offer-search.ts';

const MAX_PAGE_LINKS = 7;
/** `view-12` opens the details of offer 12; `12` alone edits it. */
const VIEW_PREFIX = 'view-';
const words: ListWords = {
  one: 'offer',
  many: 'offers',
  failed: 'Failed to fetch offers',
  empty: 'No offers yet',
  emptyHint: 'An offer is what users complete to earn a spin. Create the first one.',
  noMatch: 'No offers match',
};

/** `copy-12` copies offer 12. */
const COPY_PREFIX = 'copy-';

function parseOpenOfferId(panel: string | undefined): number | undefined {
  const match = /^view-(\d{1,15})$/.exec(panel ?? '');
  return match ? Number(match[1]) : undefined;
}

export function OffersScreen() {
  const list = useListState(offerSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.offers.list.useQuery(list.input, { placeholderData: keepPreviousData });
  const [change, setChange] = useState<OfferChange>();
  const { selection, setSelection } = useSelection(list.input);
  const chosen = (query.data?.offers ?? []).filter(({ offer_id }) => selection.keys.has(offer_id));
  const mayChange = useIsAllowed()('admin.offers.bulk');
  const { setPanel, panel } = list;
  const columns = useMemo(
    () =>
      offerColumns({
        onOpen: (offer) => setPanel(`${VIEW_PREFIX}${offer.offer_id}`),
        onEdit: (offer) => setPanel(String(offer.offer_id)),
        onDuplicate: (offer) => setPanel(`${COPY_PREFIX}${offer.offer_id}`),
        onChange: (action, offer) => setChange({ action, offers: [offer] }),
      }),
    [setPanel],
  );
  const openOfferId = parseOpenOfferId(panel);
  // `new-for-3` creates an offer of network 3 and returns to the network's set-up.
  const newOfferNetworkId = /^new-for-([1-9]\d{0,14})$/.exec(panel ?? '')?.[1];
  const navigate = useNavigate();
  // A copy starts with the offer's values.
  const isCopy = panel?.startsWith(COPY_PREFIX) ?? false;
  const offerKey = isCopy ? panel?.slice(COPY_PREFIX.length) : panel;
  const listedOffer = query.data?.offers.find((offer) => String(offer.offer_id) === offerKey);
  // A link may open an offer that is not on this page of the list.
  const isOnOtherPage = query.data && !listedOffer && /^\d{1,15}$/.test(offerKey ?? '');
  const otherPageOffer = trpc.admin.offers.detail.useQuery(
    { offer_id: Number(offerKey) },
    { enabled: !!isOnOtherPage },
  );
  const edited = listedOffer ?? (isOnOtherPage ? otherPageOffer.data?.offer : undefined);
  return (
    <>
      <ListScreen
        title="Offer Management"
        words={words}
        list={list}
        filters={offerFilters}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.offers.list.query(input)}
        rows={(data) => data.offers}
        rowKey={(offer) => offer.offer_id}
        maxPageLinks={MAX_PAGE_LINKS}
        exportAs="offers"
        selectable={mayChange ? { selection, onSelect: setSelection, getName: ({ title }) => title } : undefined}
        bulkBar={<OfferBulkBar chosen={chosen} onClear={() => setSelection(noSelection)} onChange={setChange} />}
        action={
          <Allowed to="admin.offers.create">
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setPanel('new')}>
              Create Offer
            </Button>
          </Allowed>
        }
      />
      {(panel === 'new' || newOfferNetworkId || edited) && (
        <OfferPanel
          key={panel}
          offer={edited}
          isCopy={isCopy}
          {...(newOfferNetworkId && { networkId: newOfferNetworkId })}
          onClose={() => {
            if (newOfferNetworkId)
              void navigate({ to: adminPaths.networkSetup, params: { networkId: newOfferNetworkId } });
            else setPanel(undefined);
          }}
        />
      )}
      {openOfferId !== undefined && (
        <OfferDetailPanel
          key={openOfferId}
          offerId={openOfferId}
          onEdit={() => setPanel(String(openOfferId))}
          onClose={() => setPanel(undefined)}
        />
      )}
      {change && (
        <ConfirmOfferChange
          change={change}
          onClose={() => setChange(undefined)}
          onDone={() => setSelection(noSelection)}
        />
      )}
    </>
  );
}
