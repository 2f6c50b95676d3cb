import { actionWords } from '@inaam/contracts/audit/actions';
import { StatusDot } from '@inaam/ui/status-dot';
import { Nothing, Part } from '../../page/section.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { type Entry, EntryChanges } from './entry-changes.tsx';

/** What the audit log holds about one record, newest first. */
export const AuditTrail = ({ entries }: { entries: readonly Entry[] }) => (
  <Part title="Audit" note={entries.length > 0 && entries.length.toLocaleString('en-IN')}>
    {entries.length === 0 ? (
      <Nothing>Nobody has changed anything here.</Nothing>
    ) : (
      <ol className="grid">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[12.5rem_12rem_minmax(0,1fr)]"
          >
            <Moment at={entry.at} className="text-sm whitespace-nowrap text-muted tabular-nums" />
            <span className="min-w-0 wrap-anywhere">
              <StatusDot tone={entry.actor_kind === 'admin' ? 'accent' : 'neutral'} wrap>
                <span title={entry.action}>{actionWords(entry.action)}</span>
              </StatusDot>
              <span className="block pl-4 text-xs text-muted">by {entry.actor_name}</span>
            </span>
            <div className="min-w-0 pl-4 wrap-anywhere md:pl-0">
              <EntryChanges entry={entry} />
            </div>
          </li>
        ))}
      </ol>
    )}
  </Part>
);
