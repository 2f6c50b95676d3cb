import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { type CodeBatch, toBatches } from './code-lines.ts';
import { formatImportResult, type ImportProgress, retryWhileUnreachable, sendInBatches } from './use-import.ts';

const codes = Array.from({ length: 250 }, (_, i) => `C-${i}`);
const batches = toBatches(
  codes.map((code, i) => ({ line: i + 1, code })),
  100,
);

test('sends each code once in ordered batches and sums up the results', async () => {
  const sent: (readonly string[])[] = [];
  const progress: number[] = [];
  const result = await sendInBatches(
    batches,
    (batch) => {
      sent.push(batch.codes);
      return Promise.resolve({ created: batch.codes.length - 1, skipped: 1 });
    },
    ({ sent: count }) => progress.push(count),
  );
  expect(sent.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(codes);
  expect(progress).toEqual([100, 200, 250]);
  expect(result).toEqual({ sent: 250, total: 250, created: 247, skipped: 3 });
  expect(formatImportResult({ created: 4, skipped: 1 })).toBe('4 new, 1 repeat');
  expect(formatImportResult({ created: 1200, skipped: 0 })).toBe('1,200 new, 0 repeats');
});

test('resumes an import after the codes that were saved', async () => {
  let lastProgress: ImportProgress | undefined;
  const sent: string[] = [];
  const send = (fails: boolean) => (batch: CodeBatch) => {
    if (fails && sent.length >= 100) return Promise.reject(new Error('away'));
    sent.push(...batch.codes);
    return Promise.resolve({ created: batch.codes.length, skipped: 0 });
  };
  const onProgress = (imported: ImportProgress) => {
    lastProgress = imported;
  };
  await expect(sendInBatches(batches, send(true), onProgress)).rejects.toThrow('away');
  expect(lastProgress).toEqual({ sent: 100, total: 250, created: 100, skipped: 0 });
  await sendInBatches(batches, send(false), onProgress, lastProgress);
  expect(sent).toEqual(codes);
});

/** A server that saves codes while some requests or responses are lost. */
function createLossyServer(losses: ('request' | 'response')[]) {
  const stock = new Set<string>();
  const waits: boolean[] = [];
  const sendBatch = retryWhileUnreachable(
    (_, given) => {
      const loss = losses.shift();
      if (loss === 'request') return Promise.reject(new TypeError('Failed to fetch'));
      const created = given.filter((code) => !stock.has(code));
      for (const code of created) stock.add(code);
      if (loss === 'response') return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve({ created: created.length, skipped: given.length - created.length });
    },
    (batch) => Promise.resolve(new Set(batch.codes.filter((code) => stock.has(code)))),
    (isWaiting) => waits.push(isWaiting),
    () => Promise.resolve(),
  );
  return { stock, waits, sendBatch };
}

test.each([[['request'] as const], [['response'] as const], [['response', 'response', 'request'] as const]])(
  'saves and counts each code once when the connection loses %j',
  async ([...losses]) => {
    const { stock, waits, sendBatch } = createLossyServer([...losses]);
    expect(await sendBatch({ codes: ['a', 'b'], pins: new Map() })).toEqual({ created: 2, skipped: 0 });
    expect([...stock]).toEqual(['a', 'b']);
    expect(waits).toEqual([true, ...losses.slice(1, countLosses(losses)).map(() => true), false]);
  },
);
/**
 * The number of losses until the batch is in stock. After the first lost response, all codes are in stock and no code
 * is sent again.
 */
const countLosses = (losses: readonly string[]) => losses.indexOf('response') + 1 || losses.length;

test('does not retry a refusal', async () => {
  let calls = 0;
  const refusal = TRPCClientError.from({
    error: { message: 'no', code: -32000, data: { httpStatus: 400, domainCode: 'BAD_INPUT' } },
  } as never);
  const sendBatch = retryWhileUnreachable(
    () => {
      calls += 1;
      return Promise.reject(refusal);
    },
    () => Promise.resolve(new Set()),
    () => {},
    () => Promise.resolve(),
  );
  await expect(sendBatch({ codes: ['a'], pins: new Map() })).rejects.toBe(refusal);
  expect(calls).toBe(1);
});
