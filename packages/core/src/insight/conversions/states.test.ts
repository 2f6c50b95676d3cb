import { type Conversion, conversionListInput } from '@inaam/contracts/completions/conversions';
import { completionStateNames } from '@inaam/contracts/completions/states';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeRemainingOffers, makeHistory } from '@inaam/testing/factories/history';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toPercent } from '../figures/percent.ts';
import { listConversions } from './list-conversions.ts';

/** Compares figures by state with the rows of the list. */

let core: TestCore;
type Range = 'all' | 'month';
let rows: Record<Range, readonly Conversion[]>;

beforeAll(async () => {
  core = await createTestCore();
  const { sql } = core.database;
  await makeHistory(core, { users: 200, offers: 3 });
  // The stock gives vouchers to the winners of ₹5, who have none because the amount was out of stock.
  await addStock(core, { amount: 5, count: 500 });
  await completeRemainingOffers(core);
  await waitForChangeFeed(core);
  // Events that the change feed has not copied yet.
  await sql`
    insert into completion_events (completion_id, kind)
    select id, 'reversed' from completions where transaction_id like 'late-%' and id % 7 = 0`;
  rows = { all: await readAllPages('all'), month: await readAllPages('month') };
});
afterAll(() => core.close());

/** Reads all pages of the list, without a filter by state. */
async function readAllPages(dateRange: Range): Promise<Conversion[]> {
  const found: Conversion[] = [];
  for (let page = 1; ; page++) {
    const input = conversionListInput.parse({ dateRange, page, limit: 100 });
    const { conversions } = await listConversions(core.services, input);
    if (conversions.length === 0) return found;
    found.push(...conversions);
  }
}

const sumRows = (some: readonly Conversion[]) => {
  const count = (select: (row: Conversion) => boolean) => some.filter(select).length;
  const sum = (select: (row: Conversion) => number) =>
    some.reduce((all, row) => all + Math.round(select(row) * 100), 0) / 100;
  const wins = count((row) => row.voucher_won);
  return {
    total: some.length,
    totalRevenue: sum((row) => row.revenue_amount),
    totalVoucherWins: wins,
    totalVoucherValue: sum((row) => row.voucher_amount ?? 0),
    overallWinRate: toPercent(
      wins,
      count((row) => row.spinner_used),
    ),
  };
};

describe.each(completionStateNames)('the state %s', (state) => {
  test.each(['', 'history-1'])('has figures that equal the sums of the listed rows (offer %j)', async (offer) => {
    const expectedRows = (range: Range) =>
      rows[range].filter((row) => row.state === state && row.external_offer_id.startsWith(offer));
    expect(expectedRows('all')).not.toEqual([]);
    for (const dateRange of ['all', 'month'] as const) {
      for (const total of ['exact', 'capped'] as const) {
        const input = conversionListInput.parse({ state, offer, dateRange, total, limit: 1 });
        const { overallStats, pagination } = await listConversions(core.services, input);
        expect({ total: pagination.total, ...overallStats }).toEqual(sumRows(expectedRows(dateRange)));
      }
    }
  });
});
