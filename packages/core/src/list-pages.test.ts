import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { caseListInput } from '@inaam/contracts/cases/cases';
import { offerClickFileInput, offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import type { FileBatch, FileCursor } from '@inaam/contracts/common/exports';
import { MAX_COUNTED, OVER_CAP, paginate, type Totals } from '@inaam/contracts/common/lists';
import { conversionFileInput, conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userFileInput, userListInput } from '@inaam/contracts/identity/users';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { voucherFileInput, voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { createSealedSeed } from '@inaam/testing/factories/mail-secrets';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conversionsFile, listConversions } from './insight/conversions/list-conversions.ts';
import { listFraud } from './insight/fraud/list.ts';
import { listOfferClicks, offerClicksFile } from './insight/offer-clicks/list-offer-clicks.ts';
import { listVouchers, vouchersFile } from './insight/stock/list.ts';
import { listUsers, usersFile } from './insight/users/list-users.ts';
import { formatFileTime } from './kernel/export-batch.ts';
import type { Kernel } from './kernel/kernel.ts';
import { countRows } from './kernel/totals.ts';
import { listOffersForAdmin } from './ledger/offers/list-for-admin.ts';
import { listAudit } from './office/audit/list.ts';
import { listCases } from './office/cases/list.ts';
import { listPostbacks } from './partners/postbacks/inbox.ts';

/** Tests that the pages of every list together are the whole list, without gaps or repeats. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await fillLargeDatabase(core.database.sql, core.services.secrets, { users: 120, completions: 90 }, () => {});
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
  'the postback inbox': async (kernel, slice) => {
    const { postbacks, pagination } = await listPostbacks(kernel, postbackListInput.parse(slice));
    return { ids: postbacks.map((each) => each.postback_id), total: pagination.total };
  },
  'registrations on the fraud page': async (kernel, slice) => {
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

test.each(Object.entries(lists))('pages of %s add up to the whole list', async (_, list) => {
  const { ids: whole, total } = await list(core.kernel, { page: 1, limit: 1000 });
  expect(whole.length).toBe(total);
  expect(new Set(whole).size).toBe(total);
  // Three full pages and a partial fourth page.
  const limit = Math.ceil(total / 3.5);
  expect(limit).toBeGreaterThan(1);
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(core.kernel, { page, limit })));
  expect(pages.flatMap(({ ids }) => ids)).toEqual(whole);
  expect(pages.map(({ ids }) => ids.length)).toEqual([limit, limit, limit, total - 3 * limit, 0]);
  expect(new Set(pages.map((each) => each.total))).toEqual(new Set([total]));
});

test('caps the total of a list for screens, but not for programs with a service key', async () => {
  const count = (rows: number, totals: Totals) =>
    core.kernel.read((db) => countRows(db, sql`from generate_series(1, ${rows}::int)`, totals));
  expect(await count(MAX_COUNTED, 'capped')).toBe(MAX_COUNTED);
  expect(await count(MAX_COUNTED + 1, 'capped')).toBe(OVER_CAP);
  expect(await count(MAX_COUNTED + 1, 'exact')).toBe(MAX_COUNTED + 1);
  expect(paginate(2, 50, OVER_CAP)).toEqual({ page: 2, limit: 50, total: 10_000, totalPages: 200, capped: true });
  expect(paginate(2, 50, 10_001)).toEqual({ page: 2, limit: 50, total: 10_001, totalPages: 201 });
});

/** A list that can be exported as CSV. */
interface File {
  list(sortOrder: 'asc' | 'desc'): Promise<readonly object[]>;
  batch(slice: {
    sortOrder: 'asc' | 'desc';
    after?: FileCursor | undefined;
    limit: number;
  }): Promise<FileBatch<object>>;
  getId(row: object): unknown;
  /** Adds a row that is newer than all others. @returns the ID of the new row */
  addRow(): Promise<unknown>;
}
const services = () => ({ kernel: core.kernel, secrets: core.services.secrets });
const readField = (name: string) => (row: object) => Object.entries(row).find(([field]) => field === name)?.[1];
const files: Record<string, File> = {
  users: {
    list: async (sortOrder) => (await listUsers(core.kernel, userListInput.parse({ limit: 1000, sortOrder }))).users,
    batch: (slice) => usersFile(core.kernel, userFileInput.parse(slice)),
    getId: readField('user_id'),
    addRow: async () => (await makeUser(core)).id,
  },
  vouchers: {
    list: async (sortOrder) =>
      (await listVouchers(services(), voucherListInput.parse({ limit: 1000, sortOrder }))).vouchers,
    batch: (slice) => vouchersFile(services(), voucherFileInput.parse(slice)),
    getId: readField('voucher_id'),
    addRow: async () => {
      await addStock(core, { amount: 7, count: 1 });
      return (await core.database.sql`select max(id) as id from vouchers`)[0]?.['id'];
    },
  },
  conversions: {
    list: async () => (await listConversions(services(), conversionListInput.parse({ limit: 1000 }))).conversions,
    batch: (slice) => conversionsFile(services(), conversionFileInput.parse(slice)),
    getId: readField('completion_id'),
    // Inserts only the completion. The change feed later copies it to `completion_rows`, which the list reads.
    addRow: async () => {
      const { seed, commitment } = createSealedSeed(core.services);
      const [row] = await core.database.sql`
        insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
          currency, rate_micros, approved_at, seed, commitment)
        select k.user_id, k.offer_id, 1, k.id, 5, 'late-' || k.id, 1000, 'INR', 1000000, now(), ${seed}, ${commitment}
        from clicks k where not exists (
          select from completions c where c.user_id = k.user_id and c.offer_id = k.offer_id) limit 1
        returning id`;
      return row?.['id'];
    },
  },
  'offer clicks': {
    list: async (sortOrder) =>
      (await listOfferClicks(core.kernel, offerClickListInput.parse({ limit: 1000, sortOrder }))).clicks,
    batch: (slice) => offerClicksFile(core.kernel, offerClickFileInput.parse(slice)),
    getId: readField('click_id'),
    addRow: async () => makeClick(core, await makeUser(core), (await makeOffer(core)).offer_id),
  },
};

describe.each(Object.entries(files))('the CSV export of %s', (name, { list, batch, getId, addRow }) => {
  const directions = name === 'conversions' ? (['desc'] as const) : (['desc', 'asc'] as const);

  beforeAll(async () => {
    // Gives the same time to more rows than a batch has, so that their IDs decide their order.
    await core.database.sql.begin(async (tx) => {
      const times = { users: 'created_at', clicks: 'created_at', vouchers: 'created_at', completions: 'completed_at' };
      for (const [table, time] of Object.entries({ ...times, completion_rows: 'completed_at' })) {
        const id = table === 'completion_rows' ? 'completion_id' : 'id';
        await tx.unsafe(`alter table ${table} disable trigger user;
          update ${table} set ${time} = (select min(${time}) from ${table}) where ${id} % 5 = 0;
          alter table ${table} enable trigger user`);
      }
    });
  });

  test.each(directions)('contains the rows of the list in the same order (%s)', async (sortOrder) => {
    const rows: object[] = [];
    for (let after: FileCursor | undefined, limit = 7; ; limit = 9) {
      const part = await batch({ sortOrder, after, limit });
      rows.push(...part.rows);
      after = part.next;
      if (!after) break;
    }
    const listRows = await list(sortOrder);
    expect(rows).toHaveLength(listRows.length);
    for (const [index, row] of rows.entries()) expect(listRows[index]).toMatchObject(row);
  });

  test.each(directions)(
    'neither omits nor repeats rows if rows are added between two batches (%s)',
    async (sortOrder) => {
      const before = (await list(sortOrder)).map(getId);
      const { rows, next } = await batch({ sortOrder, limit: 5 });
      const [one, other] = [await addRow(), await addRow()];
      const rest = await batch({ sortOrder, after: next, limit: 5000 });
      expect(rest.next).toBeUndefined();
      // In ascending order, new rows come after the cursor and are exported; otherwise they come before the cursor.
      const arrived = sortOrder === 'asc' ? [one, other] : [];
      expect([...rows, ...rest.rows].map(getId)).toEqual([...before, ...arrived]);
    },
  );
});

test('formats times in CSV exports like `toISOString`', () => {
  const times = ['2026-11-22 12:00:00+00', '2026-11-22 12:00:00.1+00', '2026-01-02 03:04:05.123999+00'];
  for (const text of [...times, '2026-11-22 12:00:00.25+05:30']) {
    expect(formatFileTime(text)).toBe(new Date(text).toISOString());
  }
});
