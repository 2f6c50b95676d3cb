import { expect, test } from 'vitest';
import { type ColumnMap, toColumns } from './columns.ts';

interface Fields {
  title: string;
  reward: number;
  steps?: string | undefined;
}
interface Row {
  id: number;
  title: string;
  rewardPaise: number;
  steps: string | null;
}

const map = { title: 'title', reward: 'rewardPaise', steps: 'steps' } as const satisfies ColumnMap<Fields, Row>;

test('maps fields to columns, with null and without undefined', () => {
  expect(toColumns(map, { title: 'a', reward: 0, steps: undefined })).toEqual({ title: 'a', rewardPaise: 0 });
  expect(toColumns(map, { steps: null })).toEqual({ steps: null });
});

/** Never called: a line below a marker that compiles fails the type check. */
export function typeErrors() {
  // @ts-expect-error a field without a column
  const short = { title: 'title', reward: 'rewardPaise' } as const satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a column that there is not
  const misspelled = { title: 'titel', reward: 'rewardPaise', steps: 'steps' } satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a column of another type
  const crossed = { title: 'rewardPaise', reward: 'title', steps: 'steps' } satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a field that the map does not have
  return [short, misspelled, crossed, toColumns(map, { title: 'a', other: 1 })];
}
