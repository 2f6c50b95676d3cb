import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { caseListInput } from '@inaam/contracts/cases/cases';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { BEYOND, MAX_COUNTED, paginate, type Totals } from '@inaam/contracts/common/lists';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userListInput } from '@inaam/contracts/identity/users';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from './audit/list.ts';
import { listCases } from './cases/list.ts';
import { listOfferClicks } from './clicks/list-offer-clicks.ts';
import { listConversions } from './completions/list-conversions.ts';
import { listFraud } from './fraud/list.ts';
import { listUsers } from './identity/list-users.ts';
import type { Kernel } from './kernel/kernel.ts';
import { countRows } from './kernel/totals.ts';
import { listOffersForAdmin } from './offers/list-for-admin.ts';
import { listPostbacks } from './postbacks/inbox.ts';
import { listVouchers } from './vouchers/list.ts';

/** The pages of every list, one after the other, are the whole list: nothing is left out, and nothing comes twice. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await fillLargeDatabase(core.database.sql, { users: 120, completions: 90 }, () => {});
});
afterAll(() => core.close());

interface Page {
  ids: unknown[];
  total: number;
}
type Slice = { page: number; limit: number };

const lists: Record<string, (kernel: Kernel, slice: Slice) => Promise<Page>> = {
  'the audit log': async (kernel, slice) => {
    const { entries, pagination } = await listAudit(kernel, auditListInput.parse(slice));
    return { ids: entries.map((each) => each.id), total: pagination.total };
  },
  cases: async (kernel, slice) => {
    const { cases, pagination } = await listCases(kernel, caseListInput.parse(slice));
    return { ids: cases.map((each) => each.case_id), total: pagination.total };
  },
  clicks: async (kernel, slice) => {
    const { clicks, pagination } = await listOfferClicks(kernel, offerClickListInput.parse(slice));
    return { ids: clicks.map((each) => each.click_id), total: pagination.total };
  },
  conversions: async (kernel, slice) => {
    const { conversions, pagination } = await listConversions(
      { kernel, secrets: core.services.secrets },
      conversionListInput.parse(slice),
    );
    return { ids: conversions.map((each) => each.completion_id), total: pagination.total };
  },
  'the inbox': async (kernel, slice) => {
    const { postbacks, pagination } = await listPostbacks(kernel, postbackListInput.parse(slice));
    return { ids: postbacks.map((each) => each.postback_id), total: pagination.total };
  },
  'registrations looked at for fraud': async (kernel, slice) => {
    const { recentRegistrations, pagination } = await listFraud(kernel, fraudListInput.parse(slice));
    return { ids: recentRegistrations.map((each) => each.user_id), total: pagination.total };
  },
  users: async (kernel, slice) => {
    const { users, pagination } = await listUsers(kernel, userListInput.parse(slice));
    return { ids: users.map((each) => each.user_id), total: pagination.total };
  },
  offers: async (kernel, slice) => {
    const { offers, pagination } = await listOffersForAdmin(kernel, offerListInput.parse(slice));
    return { ids: offers.map((each) => each.offer_id), total: pagination.total };
  },
  vouchers: async (kernel, slice) => {
    const { vouchers, pagination } = await listVouchers(
      { kernel, secrets: core.services.secrets },
      voucherListInput.parse(slice),
    );
    return { ids: vouchers.map((each) => each.voucher_id), total: pagination.total };
  },
};

test.each(Object.entries(lists))('of %s', async (_, list) => {
  const { ids: whole, total } = await list(core.kernel, { page: 1, limit: 1000 });
  expect(whole.length).toBe(total);
  expect(new Set(whole).size).toBe(total);
  // Three full pages and the rest of a fourth.
  const limit = Math.ceil(total / 3.5);
  expect(limit).toBeGreaterThan(1);
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(core.kernel, { page, limit })));
  expect(pages.flatMap(({ ids }) => ids)).toEqual(whole);
  expect(pages.map(({ ids }) => ids.length)).toEqual([limit, limit, limit, total - 3 * limit, 0]);
  expect(new Set(pages.map((each) => each.total))).toEqual(new Set([total]));
});

test('screens count no further than the cap, and services to the end', async () => {
  const count = (rows: number, totals: Totals) =>
    core.kernel.read((db) => countRows(db, sql`from generate_series(1, ${rows}::int)`, totals));
  expect(await count(MAX_COUNTED, 'capped')).toBe(MAX_COUNTED);
  expect(await count(MAX_COUNTED + 1, 'capped')).toBe(BEYOND);
  expect(await count(MAX_COUNTED + 1, 'exact')).toBe(MAX_COUNTED + 1);
  expect(paginate(2, 50, BEYOND)).toEqual({ page: 2, limit: 50, total: 10_000, totalPages: 200, capped: true });
  expect(paginate(2, 50, 10_001)).toEqual({ page: 2, limit: 50, total: 10_001, totalPages: 201 });
});
