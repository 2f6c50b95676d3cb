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

test('maps fields to columns, keeps null and drops undefined', () => {
  expect(toColumns(map, { title: 'a', reward: 0, steps: undefined })).toEqual({ title: 'a', rewardPaise: 0 });
  expect(toColumns(map, { steps: null })).toEqual({ steps: null });
});

/** Never called. The type check fails if the line after a `@ts-expect-error` compiles. */
export function typeErrors() {
  // @ts-expect-error a field without a column
  const incomplete = { title: 'title', reward: 'rewardPaise' } as const satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a column that does not exist
  const misspelled = { title: 'titel', reward: 'rewardPaise', steps: 'steps' } satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a column of another type
  const swapped = { title: 'rewardPaise', reward: 'title', steps: 'steps' } satisfies ColumnMap<Fields, Row>;
  // @ts-expect-error a field that the map does not have
  return [incomplete, misspelled, swapped, toColumns(map, { title: 'a', other: 1 })];
}
