import { valueWords } from './audit-values.ts';

export interface Change {
  /** As it is written down: `fieldWords` has its words. */
  field: string;
  /** Undefined where the field was not there. */
  before: string | undefined;
  after: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {};
  return isRecord(value) ? value : { value };
};

/** What an entry of the audit log changed, field by field; fields that stayed as they were are left out. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]))
    .map((field) => ({
      field,
      before: field in old ? valueWords(field, old[field]) : undefined,
      after: field in now ? valueWords(field, now[field]) : undefined,
    }));
}

/** More than this many unchanged fields are a whole record, not a name. */
const MAX_KEPT = 3;

/** Fields that stayed as they were, where they are few: they say what it is that changed, e.g. a username. */
export function keptOf(before: unknown, after: unknown): { field: string; value: string }[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const kept = Object.keys(old).filter((field) => JSON.stringify(old[field]) === JSON.stringify(now[field]));
  return kept.length > MAX_KEPT ? [] : kept.map((field) => ({ field, value: valueWords(field, old[field]) }));
}
