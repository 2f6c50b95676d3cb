import type { Procedure } from '@inaam/contracts/access/permissions';
import { formatCount, formatOneDecimal, formatRupees, formatUpToOneDecimal } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDate } from '@inaam/contracts/common/time';
import { getWinPermille, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import { type AdminOffer, categories } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { Allowed, useIsAllowed } from '../../app/allowed.tsx';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { findWord } from '../../lists/filters.ts';
import { opensRecord } from '../../lists/row-keys.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { canApply, type OfferAction, offerActionLabel } from './change-offers.tsx';
import type { OfferState } from './offer-search.ts';
import { formatSchedule, getOfferStatus, offerStatuses } from './offer-state.ts';

export interface OfferActions {
  onOpen: (offer: AdminOffer) => void;
  onEdit: (offer: AdminOffer) => void;
  onDuplicate: (offer: AdminOffer) => void;
  onChange: (action: OfferAction, offer: AdminOffer) => void;
}

export const offerColumns = (actions: OfferActions): Column<AdminOffer, OfferState>[] => [
  {
    id: 'title',
    header: 'Offer',
    sortBy: 'title',
    className: 'min-w-48 max-w-80',
    cell: (offer) => (
      <>
        <button
          {...opensRecord}
          type="button"
          onClick={() => actions.onOpen(offer)}
          className="row-link -my-1 min-h-6 wrap-anywhere"
        >
          {offer.title}
        </button>
        <span className="block text-xs text-muted">
          <FilterCell<OfferState> name="category" value={findWord(categories, offer.category)}>
            {offer.category}
          </FilterCell>{' '}
          · {offer.model} · {offer.external_offer_id}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    phone: 'end',
    cell: (offer) => {
      const status = getOfferStatus(offer);
      const schedule = formatSchedule(offer);
      return (
        <>
          <FilterCell<OfferState> name="status" value={status}>
            <StatusDot tone={offerStatuses[status].tone}>{offerStatuses[status].label}</StatusDot>
          </FilterCell>
          {schedule && <span className="block pl-4 text-xs text-muted">{schedule}</span>}
        </>
      );
    },
  },
  {
    id: 'network',
    header: 'Network',
    className: '2xl:whitespace-nowrap',
    cell: ({ network_id, network }) =>
      network_id === null ? (
        <span className="text-muted">Any</span>
      ) : (
        <Link
          to={adminPaths.network}
          params={{ networkId: String(network_id) }}
          className="py-1 decoration-edge decoration-dotted underline-offset-4 hover:text-accent hover:underline"
        >
          {network}
        </Link>
      ),
  },
  {
    id: 'odds',
    header: 'Win %',
    numeric: true,
    cell: (offer) => `${formatUpToOneDecimal(permilleToPercent(getWinPermille(oddsOrDefault(offer.spinner_config))))}%`,
  },
  {
    id: 'completions',
    header: 'Completions',
    numeric: true,
    sortBy: 'total_conversions',
    cell: (offer) => (
      <>
        {formatCount(offer.total_completions)}
        <span className="block text-xs whitespace-nowrap text-muted">
          {formatOneDecimal(offer.daily_avg_completions)} a day
        </span>
      </>
    ),
  },
  { id: 'users', header: 'Users', numeric: true, cell: (offer) => formatCount(offer.unique_users) },
  { id: 'spins', header: 'Spins', numeric: true, cell: (offer) => formatCount(offer.spins_used) },
  {
    id: 'revenue',
    header: 'Revenue',
    numeric: true,
    sortBy: 'total_revenue',
    phone: 'belowEnd',
    cell: (offer) => (
      <>
        {formatRupees(offer.total_revenue)}
        <span className="block text-xs whitespace-nowrap text-muted">avg {formatRupees(offer.avg_payout)}</span>
      </>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    numeric: true,
    sortBy: 'created_at',
    cell: (offer) => formatDate(offer.created_at),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'side',
    className: 'w-0',
    cell: (offer) => <OfferRowActions offer={offer} actions={actions} />,
  },
];

/** The button Edit, and a menu with other actions. */
function OfferRowActions({
  offer,
  actions: { onEdit, onDuplicate, onChange },
}: {
  offer: AdminOffer;
  actions: OfferActions;
}) {
  const isAllowed = useIsAllowed();
  const change = (action: OfferAction, to: Procedure) =>
    canApply(action, offer) &&
    isAllowed(to) && {
      id: action,
      label: offerActionLabel(action),
      danger: action === 'archive',
      onSelect: () => onChange(action, offer),
    };
  return (
    <span className="flex justify-end gap-1">
      <Allowed to="admin.offers.update">
        <Button small className="max-sm:hidden" onClick={() => onEdit(offer)}>
          Edit<span className="sr-only"> {offer.title}</span>
        </Button>
      </Allowed>
      <RowMenu
        rowName={offer.title}
        items={[
          isAllowed('admin.offers.create') && { id: 'copy', label: 'Duplicate', onSelect: () => onDuplicate(offer) },
          change('activate', 'admin.offers.bulk'),
          change('deactivate', 'admin.offers.deactivate'),
          change('archive', 'admin.offers.bulk'),
          change('restore', 'admin.offers.bulk'),
        ]}
      />
    </span>
  );
}
