import { actionLabel } from '@inaam/contracts/audit/actions';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import type { AuditState } from './audit-search.ts';
import { type Entry, EntryChanges } from './parts/audit-trail.tsx';

export const auditColumns: Column<Entry, AuditState>[] = [
  {
    id: 'at',
    header: 'When (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    id: 'actor',
    header: 'Who',
    className: 'min-w-24 max-w-56',
    phone: 'end',
    cell: ({ actor_name, actor_kind }) => (
      <>
        <FilterCell<AuditState> name="actor" value={actor_name} ownLine className="wrap-anywhere">
          {actor_name}
        </FilterCell>
        {actor_kind !== actor_name && <span className="block text-xs text-muted">{actor_kind}</span>}
      </>
    ),
  },
  {
    id: 'action',
    header: 'Action',
    className: 'whitespace-nowrap',
    phone: 'below',
    cell: ({ action }) => (
      <FilterCell<AuditState> name="action" value={action}>
        {actionLabel(action)}
      </FilterCell>
    ),
  },
  {
    id: 'subject',
    header: 'Subject',
    className: 'min-w-36 max-w-64',
    phone: 'belowEnd',
    cell: ({ subject, subject_name }) =>
      subject ? (
        <>
          <FilterCell<AuditState> name="subject" value={subject} ownLine className="wrap-anywhere">
            {subject_name ?? subject}
          </FilterCell>
          {subject_name && <span className="block text-xs text-muted tabular-nums">#{subject}</span>}
        </>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'changes',
    header: 'What changed',
    className: 'min-w-72 max-w-xl',
    cell: (entry) => <EntryChanges entry={entry} />,
  },
  {
    id: 'ip',
    header: 'IP address',
    // Leaves room for the filter at the right edge.
    className: 'tabular-nums whitespace-nowrap pr-8!',
    cell: ({ ip }) =>
      ip ? (
        <FilterCell<AuditState> name="ip" value={ip}>
          {ip}
        </FilterCell>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
];
