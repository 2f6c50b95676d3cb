import { type Conversion, conversionListInput } from '@inaam/contracts/completions/conversions';
import { type CompletionState, completionStateNames } from '@inaam/contracts/completions/states';
import { caughtUp } from '@inaam/testing/caught-up';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeTheRest, makeHistory } from '@inaam/testing/factories/history';
import { stock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionFilters } from './conversion-filters.ts';
import { type Figures, NOTHING } from './counters.ts';
import { figuresOf } from './figures.ts';
import { listConversions } from './list-conversions.ts';
import { resolve } from './matching.ts';

/** Figures of the states against the rows of the list, which the contracts' own rule tells the state of. */

let core: TestCore;
type Range = 'all' | 'month';
let rows: Record<Range, readonly Conversion[]>;

beforeAll(async () => {
  core = await createTestCore();
  const { sql } = core.database;
  await makeHistory(core, { users: 200, offers: 3 });
  // Of what is owed, the smaller amount is given.
  await stock(core, { amount: 5, count: 500 });
  await completeTheRest(core);
  await caughtUp(core);
  // What the feed has not copied yet.
  await sql`
    insert into completion_events (completion_id, kind)
    select id, 'reversed' from completions where transaction_id like 'late-%' and id % 7 = 0`;
  rows = { all: await listed('all'), month: await listed('month') };
});
afterAll(() => core.close());

/** All of the list, whatever their state. */
async function listed(dateRange: Range): Promise<Conversion[]> {
  const found: Conversion[] = [];
  for (let page = 1; ; page++) {
    const input = conversionListInput.parse({ dateRange, page, limit: 100 });
    const { conversions } = await listConversions(core.services, input);
    if (conversions.length === 0) return found;
    found.push(...conversions);
  }
}

const sumOf = (some: readonly Conversion[]): Figures =>
  some.reduce(
    (sum, row) => ({
      total: sum.total + 1,
      revenuePaise: sum.revenuePaise + Math.round(row.revenue_amount * 100),
      spins: sum.spins + Number(row.spinner_used),
      wins: sum.wins + Number(row.voucher_won),
      wonPaise: sum.wonPaise + Math.round((row.voucher_amount ?? 0) * 100),
    }),
    NOTHING,
  );

const figures = async (state: CompletionState, offer: string, dateRange: Range, most?: number) => {
  const input = conversionListInput.parse({ state, offer, dateRange });
  const filters = await conversionFilters(core.services, input);
  return core.kernel.read(async (db) => figuresOf(db, await resolve(db, filters), most));
};

describe.each(completionStateNames)('%s', (state) => {
  const those = (offer: string, dateRange: Range) =>
    rows[dateRange].filter((row) => row.state === state && row.external_offer_id.startsWith(offer));

  test.each(['', 'history-1'])('of offer %j', async (offer) => {
    expect(those(offer, 'all')).not.toEqual([]);
    for (const dateRange of ['all', 'month'] as const) {
      const expected = { ...sumOf(those(offer, dateRange)), capped: false };
      expect(await figures(state, offer, dateRange)).toEqual(expected);
      expect(await figures(state, offer, dateRange, 1000)).toEqual(expected);
    }
  });

  test('of one offer, of more than are counted', async () => {
    const capped = await figures(state, 'history-1', 'all', 0);
    // Where counters know the state by itself, none is gone through.
    expect(capped).toEqual(
      state === 'no_win'
        ? { ...sumOf(those('history-1', 'all')), capped: false }
        : expect.objectContaining({ total: 1, capped: true }),
    );
  });
});
