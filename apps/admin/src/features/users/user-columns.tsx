import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import type { AdminUser } from '@inaam/contracts/identity/users';
import { Badge } from '@inaam/ui/badge';
import { buttonClass } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { PersonCell } from '../../lists/person-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import { TimeAgo } from '../../page/timestamp.tsx';
import { fullName } from './parts/full-name.ts';
import type { UserState } from './user-search.ts';

/** @param onOpen opens the user's details next to the list */
export const userColumns = (onOpen: (user: AdminUser) => void): Column<AdminUser, UserState>[] => [
  {
    id: 'user',
    header: 'User',
    sortBy: 'first_name',
    alsoSortBy: { by: 'email', label: 'E-mail' },
    className: 'md:min-w-52',
    cell: (user) => (
      <PersonCell
        name={fullName(user)}
        email={user.email}
        badge={user.is_suspicious && <Badge tone="bad">Flagged</Badge>}
        renderOpener={(content) => (
          <button {...opensRecord} type="button" onClick={() => onOpen(user)} className="block text-left">
            {content}
          </button>
        )}
      />
    ),
  },
  {
    id: 'registered',
    header: 'Registered',
    numeric: true,
    sortBy: 'registration_date',
    cell: ({ registration_date: at }) => (
      <time dateTime={at} title={`${formatDateTime(at)} IST`}>
        {formatDate(at)}
      </time>
    ),
  },
  {
    id: 'activity',
    header: 'Last activity',
    numeric: true,
    sortBy: 'last_activity',
    phone: 'belowEnd',
    cell: ({ last_activity }) => <TimeAgo at={last_activity} />,
  },
  {
    id: 'completions',
    header: 'Completions',
    numeric: true,
    sortBy: 'total_completions',
    cell: (user) => formatCount(user.total_completions),
  },
  { id: 'spins', header: 'Spins', numeric: true, sortBy: 'spins_used', cell: (user) => formatCount(user.spins_used) },
  {
    id: 'vouchers',
    header: 'Vouchers',
    numeric: true,
    sortBy: 'total_vouchers_won',
    cell: (user) => formatCount(user.total_vouchers_won),
  },
  {
    id: 'revenue',
    header: 'Revenue',
    numeric: true,
    sortBy: 'total_revenue_generated',
    phone: 'end',
    cell: (user) => formatRupees(user.total_revenue_generated),
  },
  {
    id: 'page',
    header: <span className="sr-only">The user’s page</span>,
    pinned: true,
    className: 'w-0',
    cell: (user) => (
      <Link
        to={adminPaths.user}
        params={{ userId: String(user.user_id) }}
        className={cx(buttonClass({ small: true }), 'whitespace-nowrap')}
      >
        View<span className="sr-only"> {fullName(user)}</span>
      </Link>
    ),
  },
];
