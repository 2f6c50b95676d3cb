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

test('what is given comes under the names of its columns, null included; what is undefined does not', () => {
  expect(toColumns(map, { title: 'a', reward: 0, steps: undefined })).toEqual({ title: 'a', rewardPaise: 0 });
  expect(toColumns(map, { steps: null })).toEqual({ steps: null });
});

/** Never called: each line below the marker must be a type error, or the type check of this file fails. */
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
