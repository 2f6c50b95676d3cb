import { actionLabel } from '@inaam/contracts/audit/actions';
import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import { formatCount } from '@inaam/contracts/common/format';
import { StatusDot } from '@inaam/ui/status-dot';
import { usePrinting } from '../../../app/printing.ts';
import { EmptySection, Section } from '../../../page/section.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';
import { fieldWords, noteWords, valueWords } from './audit-values.ts';

/** The audit log of one record, newest first. */
export const AuditTrail = ({ entries }: { entries: readonly Entry[] }) => (
  <Section title="Audit" note={entries.length > 0 && formatCount(entries.length)}>
    {entries.length === 0 ? (
      <EmptySection>No changes yet.</EmptySection>
    ) : (
      <ol className="grid">
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[12.5rem_12rem_minmax(0,1fr)] print:grid-cols-[11rem_11rem_minmax(0,1fr)]"
          >
            <Timestamp at={entry.at} className="text-sm whitespace-nowrap text-muted tabular-nums" />
            <span className="min-w-0 wrap-anywhere">
              <StatusDot tone={entry.actor_kind === 'admin' ? 'accent' : 'neutral'} wrap>
                <span title={entry.action}>{actionLabel(entry.action)}</span>
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
  </Section>
);

/** As sent: JSON drops undefined values. */
export type Entry = Omit<AuditEntry, 'before' | 'after'> & {
  before?: unknown;
  after?: unknown;
  /** In the log itself: the subject, in words. */
  about?: string | null;
};

/** An answer with audit entries, as sent. */
export type WithEntries<Answer extends { audit: readonly AuditEntry[] }> = Omit<Answer, 'audit'> & {
  audit: readonly Entry[];
};

/** A field's label, with its stored name as the tooltip. */
const Field = ({ name }: { name: string }) => (
  <span className="text-muted" title={name}>
    {fieldWords(name)}:
  </span>
);

/** Characters that a cell shows at once. */
const SHORT = 140;

/**
 * Shows the start of a long text and unfolds it on request; on paper it is whole. The group is named, because a nested
 * text stays folded when its record opens.
 */
function Folded({ text }: { text: string }) {
  const isPrinted = usePrinting() !== undefined;
  if (text.length <= SHORT || isPrinted) return <>{text}</>;
  return (
    <details className="group/text inline-block max-w-full align-top">
      <summary className="cursor-pointer list-none">
        <span className="group-open/text:hidden">{text.slice(0, SHORT).trimEnd()}… </span>
        <span className="link">
          <span className="group-open/text:hidden">Show all</span>
          <span className="hidden group-open/text:inline">Show less</span>
        </span>
      </summary>
      <span className="block">{text}</span>
    </details>
  );
}

/** The old value, struck through, next to the new one. */
export function EntryChanges({ entry }: { entry: Entry }) {
  const changes = listChanges(entry.before, entry.after);
  const note = noteWords(entry);
  if (changes.length === 0 && !note) return <span className="text-muted">–</span>;
  return (
    <div className="grid gap-0.5">
      {note && (
        <div>
          <Folded text={note} />
        </div>
      )}
      {listUnchanged(entry.before, entry.after).map(({ field, value }) => (
        <div key={field} className="wrap-anywhere">
          <Field name={field} /> <Folded text={value} />
        </div>
      ))}
      <Changes changes={changes} />
    </div>
  );
}

/** Fields that a cell shows at once. One or two more are shown rather than folded. */
const FEW = 6;

/** Shows the first fields of a whole record, and unfolds the rest on request. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const isPrinted = usePrinting() !== undefined;
  if (changes.length <= FEW + 2 || isPrinted) return changes.map((one) => <OneChange key={one.field} {...one} />);
  return (
    <>
      {changes.slice(0, FEW).map((one) => (
        <OneChange key={one.field} {...one} />
      ))}
      <details className="group/record">
        <summary className="w-fit cursor-pointer list-none link group-open/record:mb-1">
          <span className="group-open/record:hidden">{formatCount(changes.length - FEW)} more fields</span>
          <span className="hidden group-open/record:inline">Show fewer fields</span>
        </summary>
        <div className="grid gap-0.5">
          {changes.slice(FEW).map((one) => (
            <OneChange key={one.field} {...one} />
          ))}
        </div>
      </details>
    </>
  );
}

const OneChange = ({ field, before, after }: Change) => (
  <div className="wrap-anywhere">
    <Field name={field} />{' '}
    {before !== undefined && (
      <>
        <span className="sr-only">was </span>
        <del className="text-muted">
          <Folded text={before} />
        </del>{' '}
      </>
    )}
    {before !== undefined && after !== undefined && (
      <>
        <span aria-hidden>→ </span>
        <span className="sr-only">is now </span>
      </>
    )}
    {after !== undefined && (
      <ins className="no-underline">
        <Folded text={after} />
      </ins>
    )}
  </div>
);

interface Change {
  /** The stored name; `fieldWords` labels it. */
  field: string;
  /** Undefined where the field did not exist. */
  before: string | undefined;
  after: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toFields = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {};
  return isRecord(value) ? value : { value };
};

/** The fields that an audit entry changed; unchanged fields are left out. */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [old, now] = [toFields(before), toFields(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({
      field,
      before: field in old ? valueWords(field, old[field]) : undefined,
      after: field in now ? valueWords(field, now[field]) : undefined,
    }));
}

/** More unchanged fields than this are a whole record, not a name. */
const MAX_KEPT = 3;

/** Unchanged fields, where they are few: they identify what was changed, e.g. a username. */
export function listUnchanged(before: unknown, after: unknown): { field: string; value: string }[] {
  const [old, now] = [toFields(before), toFields(after)];
  const unchanged = Object.keys(old).filter((field) => JSON.stringify(old[field]) === JSON.stringify(now[field]));
  return unchanged.length > MAX_KEPT ? [] : unchanged.map((field) => ({ field, value: valueWords(field, old[field]) }));
}
