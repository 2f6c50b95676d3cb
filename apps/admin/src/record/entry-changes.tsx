import type { AuditEntry } from '@inaam/contracts/admins';
import { changesOf, keptOf } from './changes.ts';

/** As it travels: JSON leaves out what is undefined. */
export type Entry = Omit<AuditEntry, 'before' | 'after'> & { before?: unknown; after?: unknown };

/** An answer with audit entries, as it travels. */
export type WithEntries<Answer extends { audit: readonly AuditEntry[] }> = Omit<Answer, 'audit'> & {
  audit: readonly Entry[];
};

/** What was, struck through, beside what is. */
export function EntryChanges({ entry }: { entry: Entry }) {
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
