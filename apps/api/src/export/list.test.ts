import { expect, test } from 'vitest';
import type { AdminCaller } from '../rest/endpoint.ts';
import { defineExport, type FileColumns } from './list.ts';

interface Row {
  id: number;
  title: string;
  payout: number;
  at: string | null;
  calls: string[];
}

const fields: FileColumns<Row> = {
  id: 'plain',
  at: 'IST',
  payout: 'INR',
  calls: { computed: { first: ({ calls }) => calls[0] ?? null, calls: ({ calls }) => calls.length } },
  title: { omitted: 'a text of many lines' },
};
const row: Row = { id: 7, title: 'a', payout: 1.5, at: null, calls: ['x', 'y'] };
const read = () => async () => ({ rows: [row], pagination: { total: 1 } });

test('orders columns as the fields are listed, with units in the headings', async () => {
  const list = defineExport(
    read,
    ({ rows }) => rows,
    ({ id }) => id,
    fields,
  );
  expect(list.columns.map(({ heading }) => heading)).toEqual(['id', 'at (IST)', 'payout (INR)', 'first', 'calls']);
  // The procedure above does not use its caller.
  const page = await list.page({} as AdminCaller, {});
  expect(page).toEqual({ total: 1, rows: [{ id: 7, row }] });
  expect(list.columns.map(({ cell }) => cell(row))).toEqual([7, null, 1.5, 'x', 2]);
  const dated = { ...row, at: '2025-07-19T20:05:00.000Z' };
  expect(list.columns[1]?.cell(dated)).toBe('2025-07-20T01:35:00.000+05:30');
});

/** Never called. The type check of this file fails unless each line below a `@ts-expect-error` is a type error. */
export function typeErrors() {
  const { title, ...others } = fields;
  // @ts-expect-error a field that is neither a column nor omitted
  const missing: FileColumns<Row> = others;
  // @ts-expect-error a list is not a cell
  const list: FileColumns<Row> = { ...fields, calls: 'plain' };
  // @ts-expect-error a text is not an amount
  const unit: FileColumns<Row> = { ...fields, title: 'INR' };
  return [title, missing, list, unit];
}
