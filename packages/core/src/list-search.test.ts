import { caseListInput } from '@inaam/contracts/cases/cases';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userFileInput, userListInput } from '@inaam/contracts/identity/users';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listConversions } from './insight/conversions/list-conversions.ts';
import { listFraud } from './insight/fraud/list.ts';
import { listOfferClicks } from './insight/offer-clicks/list-offer-clicks.ts';
import { listVouchers } from './insight/stock/list.ts';
import { listUsers, usersFile } from './insight/users/list-users.ts';
import { listBrands } from './ledger/vouchers/brands.ts';
import { importVouchers } from './ledger/vouchers/import.ts';
import { listCases } from './office/cases/list.ts';
import { searchEverywhere } from './office/lookup/search-everywhere.ts';
import { listNetworks } from './partners/networks/list.ts';

/** Every search for users ignores accents, nuktas, case and extra spaces, and accepts the words in any order. */

const PEOPLE = {
  'zoe@people.invalid': ['Zoë', 'García Núñez'],
  'zoya@people.invalid': ['ज़ोया', 'ख़ान'],
  'asha@people.invalid': ['Asha', 'Rao'],
  'arjun@people.invalid': ['Arjun', 'Rao'],
} as const;

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  const network = await makeNetwork(core);
  await addStock(core, { amount: 5, count: Object.keys(PEOPLE).length });
  for (const [email, [firstName, lastName]] of Object.entries(PEOPLE)) {
    const user = await makeUser(core, { email, firstName, lastName });
    const { offer_id: offerId } = await makeOffer(core, { spinner_config: [{ amount: 5, permille: 990 }] });
    const { completionId, clickId } = await completeOffer(core, network, user, offerId);
    await settleWithRoll(core, completionId, 0);
    await core.database.sql`
      insert into credit_cases (user_id, offer_id, click_id, message)
      select ${user.id}, ${offerId}, id, '' from clicks where click_id = ${clickId}`;
  }
});
afterAll(() => core.close());

const lists: Record<string, (search: string) => Promise<string[]>> = {
  users: async (search) =>
    (await listUsers(core.kernel, userListInput.parse({ search }))).users.map((row) => row.email),
  'the CSV export of users': async (search) =>
    (await usersFile(core.kernel, userFileInput.parse({ search }))).rows.map((row) => row.email),
  conversions: async (search) =>
    (await listConversions(core.services, conversionListInput.parse({ search }))).conversions.map((row) => row.email),
  'offer clicks': async (search) =>
    (await listOfferClicks(core.kernel, offerClickListInput.parse({ search }))).clicks.map((row) => row.email),
  'registrations of the fraud page': async (search) =>
    (await listFraud(core.kernel, fraudListInput.parse({ search }))).recentRegistrations.map((row) => row.email),
  cases: async (search) =>
    (await listCases(core.kernel, caseListInput.parse({ search }))).cases.map((row) => row.email),
  'the global search': async (search) =>
    (await searchEverywhere(core.services, search)).hits
      .filter(({ kind }) => kind === 'user')
      .map(({ hint }) => hint.split(' ')[0] ?? ''),
};

describe.each(Object.entries(lists))('%s', (_, find) => {
  test.each([
    ['a missing accent', 'zoe', 'zoe@people.invalid'],
    ['a typed accent', 'Zoë', 'zoe@people.invalid'],
    ['a combining accent', 'Zoe\u0308', 'zoe@people.invalid'],
    ['another case', 'GARCIA', 'zoe@people.invalid'],
    ['two spaces', 'zoe  garcia', 'zoe@people.invalid'],
    ['the last name first', 'nunez zoe', 'zoe@people.invalid'],
    ['a missing nukta', 'जोया', 'zoya@people.invalid'],
    ['a combining nukta', 'ज\u093cोया', 'zoya@people.invalid'],
    ['prefixes of words', 'rao ash', 'asha@people.invalid'],
    ['part of a word', 'rjun', 'arjun@people.invalid'],
  ])('finds a user by a search with %s', async (_difference, search, email) => {
    expect(await find(search)).toEqual([email]);
  });

  test('finds no user if no single user has all words', async () => {
    expect(await find('zoe rao')).toEqual([]);
  });
});

test('finds vouchers by the winner’s email in any case', async () => {
  const { vouchers } = await listVouchers(core.services, voucherListInput.parse({ search: 'ZOE@people' }));
  expect(vouchers.map((row) => row.assigned_to_email)).toEqual(['zoe@people.invalid']);
});

test('sorts users by name alphabetically, ignoring case and accents', async () => {
  for (const firstName of ['zoe', 'Émile', 'emil', 'Faiz'])
    await makeUser(core, { firstName, lastName: 'Sorted', email: `${firstName.toLowerCase()}@sorted.invalid` });
  const sorted = { search: 'sorted', sortBy: 'first_name', sortOrder: 'asc' };
  const { users } = await listUsers(core.kernel, userListInput.parse(sorted));
  expect(users.map((row) => row.first_name)).toEqual(['emil', 'Émile', 'Faiz', 'zoe']);
});

test('sorts brands, stock and networks alphabetically, ignoring case and accents', async () => {
  const names = ['zepto', 'Élan', 'elan B', 'Faasos'];
  const sorted = ['Élan', 'elan B', 'Faasos', 'zepto'];
  for (const voucher_brand of names) {
    const details = { voucher_type: 'other', voucher_brand, voucher_amount: 500, expiry_date: '2099-12-31' } as const;
    await importVouchers(core.as(anyAdmin), { ...details, kind: 'made', quantity: 1 });
    const { slug } = await makeNetwork(core);
    await core.database.sql`update networks set name = ${voucher_brand} where slug = ${slug}`;
  }
  const keepKnown = (all: string[]) => all.filter((name) => names.includes(name));
  const { stats } = await listVouchers(core.services, voucherListInput.parse({}));
  expect(keepKnown(stats.map((stat) => stat.voucher_brand))).toEqual(sorted);
  expect(keepKnown((await listBrands(core.kernel)).map((brand) => brand.voucher_brand))).toEqual(sorted);
  expect(keepKnown((await listNetworks(core.services)).networks.map(({ name }) => name))).toEqual(sorted);
});

test('finds offers in the global search by words without accents, in any order', async () => {
  const { offer_id } = await makeOffer(core, { title: 'Café  ज़रूरत survey' });
  for (const search of ['cafe', 'SURVEY cafe', 'जरूरत', 'café survey']) {
    const { hits } = await searchEverywhere(core.services, search);
    expect([search, hits.map(({ kind, key }) => [kind, key])]).toEqual([search, [['offer', String(offer_id)]]]);
  }
});
