import { procedureInputs } from '@inaam/testing/procedure-inputs';
import { describe, expect, test } from 'vitest';
import { appRouter } from './app-router.ts';

/** Checks the page limit of every list. Procedures with a `limit` are included automatically. */

interface Parser {
  safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } };
}

/** Exceptions to the cap of 1000 rows. */
const CAPS: Record<string, number> = {
  // Procedures that return a batch of an exported file.
  'admin.users.file': 5000,
  'admin.vouchers.file': 5000,
  'admin.completions.file': 5000,
  'admin.clicks.file': 5000,
  // A dry run reads this many postbacks but does not return them.
  'admin.postbacks.dryRun': 5000,
};

const isRefused = (inputs: readonly Parser[], path: string, limit: unknown): boolean =>
  inputs.some((input) => {
    const limitedInput = { ...((procedureInputs[path] ?? {}) as object), limit };
    return input.safeParse(limitedInput).error?.issues.some((issue) => issue.path[0] === 'limit') ?? false;
  });

const limited = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { inputs } = (procedure as unknown as { _def: { inputs: Parser[] } })._def;
  return isRefused(inputs, path, 'no number') ? [[path, inputs] as const] : [];
});

test('finds the procedures with a `limit`, including each exception', () => {
  const paths = limited.map(([path]) => path);
  expect(paths).toEqual(expect.arrayContaining(['admin.offers.list', 'admin.completions.draws', ...Object.keys(CAPS)]));
  expect(paths.length).toBeGreaterThan(15);
});

describe('accepts limits from 1 to the cap:', () => {
  test.each(limited)('%s', (path, inputs) => {
    const cap = CAPS[path] ?? 1000;
    const accepted = [-1, 0, 1, 1.5, cap, cap + 1].filter((limit) => !isRefused(inputs, path, limit));
    expect(accepted).toEqual([1, cap]);
  });
});
