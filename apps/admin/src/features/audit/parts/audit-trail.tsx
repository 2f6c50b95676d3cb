import { actionLabel } from '@inaam/contracts/audit/actions';
import type { AuditEntry } from '@inaam/contracts/audit/audit-log';
import { formatCount } from '@inaam/contracts/common/format';
import { StatusDot } from '@inaam/ui/status-dot';
import { usePrinting } from '../../../app/printing.ts';
import { EmptySection, Section } from '../../../page/section.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';
import { formatNote, formatValue, getFieldLabel } from './audit-values.ts';

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

/** An entry as JSON sends it, without undefined values. */
export type Entry = Omit<AuditEntry, 'before' | 'after'> & {
  before?: unknown;
  after?: unknown;
  /** The subject's name; only the audit log's list contains it. */
  subject_name?: string | null;
};

/** A response with audit entries, as JSON sends it. */
export type WithEntries<Answer extends { audit: readonly AuditEntry[] }> = Omit<Answer, 'audit'> & {
  audit: readonly Entry[];
};

/** A field's label, with the field's stored name as the tooltip. */
const Field = ({ name }: { name: string }) => (
  <span className="text-muted" title={name}>
    {getFieldLabel(name)}:
  </span>
);

/** The number of characters that a cell shows before the rest is collapsed. */
const MAX_CHARACTERS = 140;

/**
 * Shows the start of a long text, with a link to the rest; print shows the whole text. The CSS group has a name, so
 * that expanding a whole record does not expand the long texts of the record.
 */
function CollapsibleText({ text }: { text: string }) {
  const isPrinted = usePrinting() !== undefined;
  if (text.length <= MAX_CHARACTERS || isPrinted) return <>{text}</>;
  return (
    <details className="group/text inline-block max-w-full align-top">
      <summary className="cursor-pointer list-none">
        <span className="group-open/text:hidden">{text.slice(0, MAX_CHARACTERS).trimEnd()}… </span>
        <span className="link">
          <span className="group-open/text:hidden">Show all</span>
          <span className="hidden group-open/text:inline">Show less</span>
        </span>
      </summary>
      <span className="block">{text}</span>
    </details>
  );
}

/** The changes of an entry: each old value, struck through, next to the new value. */
export function EntryChanges({ entry }: { entry: Entry }) {
  const changes = listChanges(entry.before, entry.after);
  const note = formatNote(entry);
  if (changes.length === 0 && !note) return <span className="text-muted">–</span>;
  return (
    <div className="grid gap-0.5">
      {note && (
        <div>
          <CollapsibleText text={note} />
        </div>
      )}
      {listUnchanged(entry.before, entry.after).map(({ field, value }) => (
        <div key={field} className="wrap-anywhere">
          <Field name={field} /> <CollapsibleText text={value} />
        </div>
      ))}
      <Changes changes={changes} />
    </div>
  );
}

/** The number of fields that a cell shows before the rest is collapsed. A rest of one or two fields stays visible. */
const MAX_FIELDS = 6;

/** Shows the first fields of a whole record, with a link to the rest. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const isPrinted = usePrinting() !== undefined;
  if (changes.length <= MAX_FIELDS + 2 || isPrinted)
    return changes.map((change) => <ChangeRow key={change.field} {...change} />);
  return (
    <>
      {changes.slice(0, MAX_FIELDS).map((change) => (
        <ChangeRow key={change.field} {...change} />
      ))}
      <details className="group/record">
        <summary className="w-fit cursor-pointer list-none link group-open/record:mb-1">
          <span className="group-open/record:hidden">{formatCount(changes.length - MAX_FIELDS)} more fields</span>
          <span className="hidden group-open/record:inline">Show fewer fields</span>
        </summary>
        <div className="grid gap-0.5">
          {changes.slice(MAX_FIELDS).map((change) => (
            <ChangeRow key={change.field} {...change} />
          ))}
        </div>
      </details>
    </>
  );
}

const ChangeRow = ({ field, before, after }: Change) => (
  <div className="wrap-anywhere">
    <Field name={field} />{' '}
    {before !== undefined && (
      <>
        <span className="sr-only">was </span>
        <del className="text-muted">
          <CollapsibleText text={before} />
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
        <CollapsibleText text={after} />
      </ins>
    )}
  </div>
);

interface Change {
  /** The stored name of the field; `getFieldLabel` returns its label. */
  field: string;
  /** The old value; undefined if the field did not exist. */
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
      before: field in old ? formatValue(field, old[field]) : undefined,
      after: field in now ? formatValue(field, now[field]) : undefined,
    }));
}

/** An entry with more unchanged fields than this contains the whole record, so its unchanged fields are not shown. */
const MAX_IDENTIFYING_FIELDS = 3;

/** Unchanged fields, if there are few: they identify the changed record, e.g. by a username. */
export function listUnchanged(before: unknown, after: unknown): { field: string; value: string }[] {
  const [old, now] = [toFields(before), toFields(after)];
  const unchanged = Object.keys(old).filter((field) => JSON.stringify(old[field]) === JSON.stringify(now[field]));
  return unchanged.length > MAX_IDENTIFYING_FIELDS
    ? []
    : unchanged.map((field) => ({ field, value: formatValue(field, old[field]) }));
}
