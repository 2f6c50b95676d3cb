import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import { fieldWords, noteWords } from './audit-values.ts';
import { changesOf, keptOf } from './changes.ts';

/** As it travels: JSON leaves out what is undefined. */
export type Entry = Omit<AuditEntry, 'before' | 'after'> & { before?: unknown; after?: unknown };

/** An answer with audit entries, as it travels. */
export type WithEntries<Answer extends { audit: readonly AuditEntry[] }> = Omit<Answer, 'audit'> & {
  audit: readonly Entry[];
};

/** A field in words; the name that it is written down by is read on it. */
const Field = ({ name }: { name: string }) => (
  <span className="text-muted" title={name}>
    {fieldWords(name)}:
  </span>
);

/** What was, struck through, beside what is. */
export function EntryChanges({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  const note = noteWords(entry);
  if (changes.length === 0 && !note) return <span className="text-muted">–</span>;
  return (
    <div className="grid gap-0.5">
      {note && <p>{note}</p>}
      {keptOf(entry.before, entry.after).map(({ field, value }) => (
        <p key={field} className="break-words">
          <Field name={field} /> {value}
        </p>
      ))}
      {changes.map(({ field, before, after }) => (
        <p key={field} className="break-words">
          <Field name={field} />{' '}
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
