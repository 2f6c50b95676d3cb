import { formatCount } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { NetworkList } from '@inaam/contracts/networks/health';
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import type { PostbackListInput } from '@inaam/contracts/postbacks/inbox';
import { Badge } from '@inaam/ui/badge';
import { cx } from '@inaam/ui/cx';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../lists/columns.ts';
import { opensRecord } from '../../lists/row-keys.ts';

type Row = NetworkList['networks'][number];
type InboxFilter = Partial<Pick<PostbackListInput, 'outcome' | 'kind' | 'dateRange'>> & { alerts?: 'only' };

const countLink =
  '-my-1 inline-block min-w-6 py-1 underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent';

/** A figure with a link to the postbacks that it counts; zero has no link. */
function Count({ row, count, search, tone }: { row: Row; count: number; search: InboxFilter; tone?: string }) {
  if (count === 0) return <span className="text-muted">0</span>;
  return (
    <Link
      to={adminPaths.network}
      params={{ networkId: String(row.network_id) }}
      search={{ tab: 'inbox', ...search }}
      className={cx(countLink, tone)}
    >
      {formatCount(count)}
      <span className="sr-only"> in the inbox of {row.name}</span>
    </Link>
  );
}

export const networkColumns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Network',
    className: 'min-w-40 max-w-40 sm:max-w-48',
    cell: ({ network_id, name, slug }) => (
      <>
        <Link
          {...opensRecord}
          to={adminPaths.network}
          params={{ networkId: String(network_id) }}
          className="row-link wrap-anywhere"
          title={name}
        >
          {name}
        </Link>
        <span className="code block wrap-anywhere text-xs text-muted">{slug}</span>
      </>
    ),
  },
  {
    id: 'active',
    header: 'Status',
    phone: 'end',
    cell: ({ is_active, is_secret_lost }) => (
      <>
        <StatusDot tone={is_active ? 'good' : 'neutral'}>{is_active ? 'Active' : 'Inactive'}</StatusDot>
        {is_secret_lost && (
          <span className="block whitespace-nowrap">
            <Badge tone="bad">Secret cannot be decrypted</Badge>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'last',
    header: 'Last postback (IST)',
    className: 'min-w-40',
    phone: 'below',
    cell: ({ network_id, name, slug, last_postback_at, is_silent, is_parking }) => (
      <>
        {last_postback_at ? (
          <time dateTime={last_postback_at} className="block whitespace-nowrap tabular-nums">
            {formatDateTime(last_postback_at)}
          </time>
        ) : (
          <span className="block text-muted">No postback yet</span>
        )}
        {last_postback_at === null && slug !== HOUSE_SLUG && (
          <Link to={adminPaths.networkSetup} params={{ networkId: String(network_id) }} className="link text-sm">
            Continue set-up<span className="sr-only"> of {name}</span>
          </Link>
        )}
        {is_parking && <Badge tone="bad">Many postbacks are parked</Badge>}
        {is_silent && <Badge tone="warn">Silent longer than usual</Badge>}
      </>
    ),
  },
  {
    id: 'accepted',
    header: 'Accepted (24 h)',
    numeric: true,
    cell: (row) => <Count row={row} count={row.accepted} search={{ outcome: 'accepted' }} />,
  },
  {
    id: 'refused',
    header: 'Refused (24 h)',
    numeric: true,
    cell: (row) => <Count row={row} count={row.refused} search={{ outcome: 'refused' }} tone="text-bad" />,
  },
  {
    id: 'alerts',
    header: 'Alerts (24 h)',
    numeric: true,
    cell: (row) => <Count row={row} count={row.alerts} search={{ alerts: 'only' }} tone="text-bad" />,
  },
  {
    id: 'parked',
    header: 'Parked',
    numeric: true,
    cell: (row) => <Count row={row} count={row.parked} search={{ outcome: 'parked' }} tone="text-warn" />,
  },
  { id: 'offers', header: 'Offers', numeric: true, cell: ({ offers }) => formatCount(offers) },
];
