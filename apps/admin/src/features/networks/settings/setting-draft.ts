import { type NetworkView, type networkChanges, networkSettings } from '@inaam/contracts/networks/networks';
import type { z } from 'zod';
import type { DraftFields, DraftLine, DraftValue, Setting } from './draft-types.ts';
import { readShape, type Shape } from './schema-shape.ts';
import { getSettingText } from './setting-texts.ts';

/** A network's settings as typed, and their conversion to the procedure's input, by the shape of its schema. */

export type Draft = Record<Setting, DraftValue>;
/** The procedure's input; numbers may still be text, which the schema parses. */
export type Changes = z.input<typeof networkChanges>;

export const settingShapes = Object.fromEntries(
  Object.entries(networkSettings.shape).map(([name, schema]) => [name, readShape(schema)]),
) as Record<Setting, Shape>;
const settings = Object.keys(settingShapes) as Setting[];

let lastLineId = 0;
export const newLine = (value: DraftFields): DraftLine => {
  lastLineId += 1;
  return { id: lastLineId, value };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The draft's field that tells whether an optional object is present. */
export const PRESENT = 'is_present';

/** Converts a saved value to a value of the form. Undefined becomes the initial value. */
export function toDraftValue(shape: Shape, value: unknown, path: string): DraftValue {
  const { unit = 1, initial } = getSettingText(path);
  switch (shape.kind) {
    case 'flag':
      return value === true;
    case 'number':
      return typeof value === 'number' ? String(value / unit) : (initial ?? shape.initial);
    case 'text':
    case 'choice':
      return typeof value === 'string' ? value : value === null ? '' : (initial ?? shape.initial);
    case 'texts':
      return Array.isArray(value) ? value.join('\n') : '';
    case 'fields': {
      const record = asRecord(value);
      const fields = toDraftFields(shape.fields, record, path);
      return shape.absent === undefined ? fields : { [PRESENT]: isRecord(value), ...fields };
    }
    case 'variants': {
      const record = asRecord(value);
      const all = Object.assign({}, ...Object.values(shape.options)) as Record<string, Shape>;
      const kind = record[shape.by];
      return {
        [shape.by]: typeof kind === 'string' ? kind : (Object.keys(shape.options)[0] ?? ''),
        ...toDraftFields(all, record, path),
      };
    }
    case 'list':
      return (Array.isArray(value) ? value : []).map((item) =>
        newLine(toDraftFields(shape.item.fields, asRecord(item), path)),
      );
    case 'pairs':
      return Object.entries(asRecord(value)).map(([key, each]) => newLine({ key, value: String(each) }));
  }
}

const toDraftFields = (
  fields: Readonly<Record<string, Shape>>,
  record: Record<string, unknown>,
  path: string,
): DraftFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toDraftValue(field, record[name], `${path}.${name}`)]),
  );

/**
 * Converts a number from the form's unit to the unit of the setting. Text that is not a number stays as typed, and the
 * schema refuses it.
 */
function scale(typed: string, unit: number): unknown {
  const number = Number(typed);
  return unit === 1 || typed.trim() === '' || Number.isNaN(number) ? typed : Math.round(number * unit);
}

/** Converts typed values to the procedure's input, without validation. */
function toValue(shape: Shape, draft: DraftValue, path: string): unknown {
  switch (shape.kind) {
    case 'flag':
      return draft === true;
    case 'text':
    case 'number': {
      const typed = typeof draft === 'string' ? draft : '';
      if (shape.isNullable && typed.trim() === '') return null;
      if (shape.kind === 'text') return shape.isNullable ? typed.trim() : typed;
      return scale(typed, getSettingText(path).unit ?? 1);
    }
    case 'choice':
      return draft;
    case 'texts':
      return typeof draft === 'string' ? draft.split(/[\s,]+/).filter((line) => line !== '') : [];
    case 'fields': {
      const fields = asFields(draft);
      if (shape.absent !== undefined && fields[PRESENT] !== true) return shape.absent === 'null' ? null : undefined;
      return toObject(shape.fields, fields, path);
    }
    case 'variants': {
      const fields = asFields(draft);
      const kind = String(fields[shape.by]);
      return { [shape.by]: kind, ...toObject(shape.options[kind] ?? {}, fields, path) };
    }
    case 'list':
      return asLines(draft).map(({ value }) => toObject(shape.item.fields, value, path));
    case 'pairs':
      return Object.fromEntries(asLines(draft).map(({ value }) => [String(value['key']).trim(), value['value']]));
  }
}

export const asFields = (draft: DraftValue | undefined): DraftFields =>
  typeof draft === 'object' && !Array.isArray(draft) ? draft : {};
export const asLines = (draft: DraftValue | undefined): DraftLine[] => (Array.isArray(draft) ? draft : []);

/** Converts an object. A field is left out if the values of the other fields make it irrelevant. */
function toObject(shapes: Readonly<Record<string, Shape>>, draft: DraftFields, path: string): Record<string, unknown> {
  const shown = Object.entries(shapes).filter(([name]) => getSettingText(`${path}.${name}`).isShown?.(draft) ?? true);
  const values = shown.map(([name, shape]) => [name, toValue(shape, draft[name] ?? '', `${path}.${name}`)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The form's initial values. */
export const toDraft = (network: NetworkView): Draft =>
  Object.fromEntries(settings.map((name) => [name, toDraftValue(settingShapes[name], network[name], name)])) as Draft;

/** The draft's settings without validation; `validateDraft` checks them against the schema. */
export const toSettings = (draft: Draft): Required<Changes> =>
  Object.fromEntries(
    settings.map((name) => [name, toValue(settingShapes[name], draft[name], name)]),
  ) as Required<Changes>;

/** JSON with sorted keys, to compare values. */
const toCanonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );

/** The settings that differ from the saved settings. */
export const diffDraft = (draft: Draft, network: NetworkView): Changes => diffDrafts(draft, toDraft(network));

/** The settings that differ between two drafts. */
export function diffDrafts(draft: Draft, before: Draft): Changes {
  const [current, saved] = [toSettings(draft), toSettings(before)];
  const changed = settings.filter((name) => toCanonical(current[name]) !== toCanonical(saved[name]));
  return Object.fromEntries(changed.map((name) => [name, current[name]]));
}

/** Problems by the path of a setting or of a part of a setting: `params.payout`. */
export type Problems = Readonly<Record<string, string>>;

const findRepeatedKey = (rows: readonly DraftLine[]): string | undefined => {
  const keys = rows.map(({ value }) => String(value['key']).trim().toLowerCase());
  return keys.find((key, index) => keys.indexOf(key) !== index);
};

/** Validates a draft with the server's schema. The result is empty if the draft is valid. */
export function validateDraft(draft: Draft): Problems {
  const problems: Record<string, string> = {};
  for (const name of settings.filter((each) => settingShapes[each].kind === 'pairs')) {
    const repeated = findRepeatedKey(asLines(draft[name]));
    if (repeated !== undefined) problems[name] = `has “${repeated}” twice`;
  }
  const parsed = networkSettings.safeParse(toSettings(draft));
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.map(String).join('.')] ??= message;
  return problems;
}
