import { classify, type FraudUser } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { Allowed } from '../../app/allowed.tsx';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { PersonCell } from '../../lists/person-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { fullName } from '../users/parts/full-name.ts';
import type { FraudState } from './fraud-search.ts';
import { type BusyLabel, type FlagDirection, fraudActionTexts } from './parts/fraud-actions.ts';
import { CountBadge, TwoLineTime, truncate, UserStatus } from './status-cells.tsx';
import { toPanelParam } from './subject.ts';

const MAX_FINGERPRINT_LENGTH = 15;

export interface UserActions {
  onOpen: (panel: string) => void;
  onFlag: (user: FraudUser, direction: FlagDirection) => void;
  running: BusyLabel;
}

export const userColumns = ({ onOpen, onFlag, running }: UserActions): Column<FraudUser, FraudState>[] => [
  {
    id: 'user',
    header: 'User',
    className: 'px-2! md:min-w-40',
    cell: (user) => (
      <PersonCell
        name={fullName(user)}
        email={user.email}
        isNarrow
        renderOpener={(content) => (
          <button
            {...opensRecord}
            type="button"
            onClick={() => onOpen(toPanelParam({ kind: 'user', key: user.user_id }))}
            className="relative block min-h-6 text-left"
          >
            {content}
            <span className="sr-only"> evidence</span>
          </button>
        )}
      />
    ),
  },
  {
    id: 'ip',
    header: 'IP address',
    alsoSortBy: { by: 'registration_count', label: 'Registrations' },
    className: 'px-2!',
    cell: ({ registration_ip: ip, ip_count }) =>
      ip ? (
        <span className="flex items-center gap-1.5">
          <FilterCell name="search" value={ip} className="min-w-26 wrap-anywhere tabular-nums">
            {ip}
          </FilterCell>
          <CountBadge count={ip_count} subject="registered from it" />
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'device',
    header: 'Device',
    className: 'px-2!',
    cell: ({ device_fingerprint: fingerprint, device_count }) =>
      fingerprint ? (
        <span className="flex items-center gap-1.5 whitespace-nowrap">
          <FilterCell name="search" value={fingerprint} className="font-mono">
            {truncate(fingerprint, MAX_FINGERPRINT_LENGTH)}
          </FilterCell>
          <CountBadge count={device_count} subject="registered on it" />
        </span>
      ) : (
        <span className="text-muted">No fingerprint</span>
      ),
  },
  {
    id: 'registered',
    header: 'Registered (IST)',
    numeric: true,
    sortBy: 'created_at',
    className: 'px-2!',
    cell: ({ created_at }) => <TwoLineTime at={created_at} />,
  },
  {
    id: 'status',
    header: 'Status',
    className: 'px-2!',
    phone: 'below',
    cell: (user) => (
      <FilterCell<FraudState> name="user_filter" value={classify(user)}>
        <UserStatus user={user} />
      </FilterCell>
    ),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'side',
    className: 'w-0 px-2!',
    cell: (user) => {
      const direction = user.is_suspicious ? 'unflag' : 'flag';
      const busy = running('user', user.user_id);
      return (
        <span className="flex justify-end whitespace-nowrap">
          <Allowed to="admin.fraud.act">
            <Button small busy={!!busy} busyLabel={busy} onClick={() => onFlag(user, direction)}>
              {fraudActionTexts[`${direction}_user`].label}
              <span className="sr-only"> {fullName(user)}</span>
            </Button>
          </Allowed>
        </span>
      );
    },
  },
];
