import type { AuditEntry } from '@inaam/contracts/admins';
import { formatDateTime } from '@inaam/contracts/time';
import type { Column } from '../../lists/columns.ts';
import { changesOf, keptOf } from './changes.ts';

/** As it travels: JSON leaves out what is undefined. */
type Entry = Omit<AuditEntry, 'before' | 'after'> & { before?: unknown; after?: unknown };

/** What was, struck through, beside what is. */
function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0 && !entry.note) return <span className="text-muted">–</span>;
  return (
    <div className="grid gap-0.5">
      {entry.note && <p>{entry.note}</p>}
      {keptOf(entry.before, entry.after).map(({ field, value }) => (
        <p key={field} className="break-words">
          <span className="text-muted">{field}</span> {value}
        </p>
      ))}
      {changes.map(({ field, before, after }) => (
        <p key={field} className="break-words">
          <span className="text-muted">{field}</span>{' '}
          {before !== undefined && (
            <>
              <span className="sr-only">was </span>
              <del className="text-muted">{before}</del>{' '}
            </>
          )}
          {before !== undefined && after !== undefined && (
            <>
              <span aria-hidden>→ </span>
              <span className="sr-only">is now </span>
            </>
          )}
          {after !== undefined && <ins className="no-underline">{after}</ins>}
        </p>
      ))}
    </div>
  );
}

/** The audit log's columns. */
export const auditColumns: Column<Entry>[] = [
  {
    id: 'at',
    header: 'When (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    id: 'actor',
    header: 'Who',
    cell: ({ actor_name, actor_kind }) => (
      <>
        <span className="block">{actor_name}</span>
        {actor_kind !== actor_name && <span className="block text-xs text-muted">{actor_kind}</span>}
      </>
    ),
  },
  { id: 'action', header: 'Action', className: 'whitespace-nowrap', cell: ({ action }) => action },
  { id: 'subject', header: 'Subject', cell: ({ subject }) => subject ?? <span className="text-muted">–</span> },
  { id: 'changes', header: 'What changed', className: 'min-w-72 max-w-xl', cell: (entry) => <Changes entry={entry} /> },
  {
    id: 'ip',
    header: 'IP address',
    className: 'tabular-nums',
    cell: ({ ip }) => ip ?? <span className="text-muted">–</span>,
  },
];
