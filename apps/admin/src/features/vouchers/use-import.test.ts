import { expect, test } from 'vitest';
import { type Imported, sendInBatches } from './use-import.ts';

const codes = Array.from({ length: 250 }, (_, i) => `C-${i}`);

test('every code is sent once, in order, in batches, and the answers are added up', async () => {
  const batches: string[][] = [];
  const told: number[] = [];
  const done = await sendInBatches(
    codes,
    100,
    (batch) => {
      batches.push(batch);
      return Promise.resolve({ created: batch.length - 1, skipped: 1 });
    },
    ({ sent }) => told.push(sent),
  );
  expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(batches.flat()).toEqual(codes);
  expect(told).toEqual([100, 200, 250]);
  expect(done).toEqual({ sent: 250, total: 250, created: 247, skipped: 3 });
});

test('after a failure it goes on behind what was saved', async () => {
  let last: Imported | undefined;
  const sent: string[] = [];
  const send = (fails: boolean) => (batch: string[]) => {
    if (fails && sent.length >= 100) return Promise.reject(new Error('away'));
    sent.push(...batch);
    return Promise.resolve({ created: batch.length, skipped: 0 });
  };
  const keep = (imported: Imported) => {
    last = imported;
  };
  await expect(sendInBatches(codes, 100, send(true), keep)).rejects.toThrow('away');
  expect(last).toEqual({ sent: 100, total: 250, created: 100, skipped: 0 });
  await sendInBatches(codes, 100, send(false), keep, last);
  expect(sent).toEqual(codes);
});
