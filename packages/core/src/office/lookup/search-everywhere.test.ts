import { lookupInput } from '@inaam/contracts/lookup/lookup';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  type TestCompletion,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchEverywhere } from './search-everywhere.ts';

let core: TestCore;
let network: TestNetwork;
let kavya: TestUser;
let offerId: number;
let done: TestCompletion;
let waiting: string;
let code: string;

beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
  ({ offer_id: offerId } = await makeOffer(core, {
    title: '100% Cashback Quest',
    external_offer_id: 'quest_77',
    spinner_config: nearlyCertainOdds(521),
  }));
  kavya = await makeUser(core, {
    firstName: 'Kavya',
    lastName: 'Menon',
    email: 'kavya.menon@example.com',
    ip: '198.51.100.77',
    device: 'k4vy4dev1ce',
  });
  for (let i = 0; i < 8; i++)
    await makeUser(core, { firstName: 'Crowd', lastName: `Person ${i}`, email: `crowd${i}@example.com` });
  const { offer_id: other } = await makeOffer(core, { title: 'Another thing', external_offer_id: 'other_78' });
  done = await completeOffer(core, network, kavya, offerId);
  waiting = await makeClick(core, kavya, other);
  [code = ''] = await addStock(core, { amount: 521, count: 1 });
  await settleWithRoll(core, done.completionId);
});
afterAll(() => core.close());

const find = async (query: string) => (await searchEverywhere(core.services, lookupInput.parse({ query }).query)).hits;
const keys = async (query: string) => (await find(query)).map((hit) => `${hit.kind} ${hit.key}`);

describe('what is typed finds', () => {
  const user = () => [`user ${kavya.id}`];
  test.each<[string, () => string, () => string[]]>([
    ['a user by the beginning of the address', () => 'kavya.m', user],
    ['by the whole of it, in whatever case', () => ' KAVYA.menon@Example.com ', user],
    ['by the beginning of the name', () => 'kavya men', user],
    ['by what is inside the name', () => 'menon', user],
    ['by the reference that they are told, and nothing else', () => `u-${kavya.id}`, user],
    ['an offer by its title, which has no wildcards', () => '0% cash', () => [`offer ${offerId}`]],
    ['an offer by its external id', () => 'quest_77', () => [`offer ${offerId}`]],
    ['no offer by what only looks like its external id', () => 'quest-77', () => []],
    ['a click that waits', () => waiting, () => [`click ${waiting}`]],
    [
      'a completion by its number',
      () => `#${done.completionId}`,
      () => [`completion ${done.completionId}`, `user ${done.completionId}`],
    ],
    ['a completion by the network’s own id', () => done.transactionId, () => [`completion ${done.completionId}`]],
    ['an address', () => '198.51.100.77', () => ['ip 198.51.100.77']],
    ['the same address written into IPv6', () => '::ffff:198.51.100.77', () => ['ip 198.51.100.77']],
    ['the beginning of an address', () => '198.51', () => ['ip 198.51.100.77']],
    ['a device', () => 'k4vy4dev1ce', () => ['device k4vy4dev1ce']],
    ['the beginning of a device', () => 'k4vy', () => ['device k4vy4dev1ce']],
    ['nothing for a few letters of a device', () => 'k4v', () => []],
    ['nothing', () => 'nobody knows this', () => []],
    ['nothing for wildcards', () => '____%%%%', () => []],
    ['nothing for a backslash', () => '\\', () => []],
    ['nothing for a number that is no id', () => '9'.repeat(20), () => []],
  ])('%s', async (_what, query, expected) => {
    expect((await keys(query())).toSorted()).toEqual(expected().toSorted());
  });
});

test('a hit says what it is and whose', async () => {
  expect(await find(done.clickId)).toEqual([
    {
      kind: 'click',
      key: done.clickId,
      label: done.clickId,
      hint: '100% Cashback Quest · kavya.menon@example.com',
      completion_id: done.completionId,
      user_id: kavya.id,
    },
  ]);
  expect(await find('kavya')).toMatchObject([
    { label: 'Kavya Menon', hint: 'kavya.menon@example.com', user_id: kavya.id },
  ]);
  expect(await find('198.51.100.77')).toMatchObject([{ hint: '1 account' }]);
  await core.database.sql`update ip_addresses set blocked_at = now() where address = '198.51.100.77'`;
  expect(await find('198.51.100.77')).toMatchObject([{ hint: '1 account · blocked' }]);
});

test('a voucher is found by its code and by the signs that lists show, and its code is shown to nobody', async () => {
  const end = code.slice(-4);
  const found = {
    kind: 'voucher',
    hint: '₹521 Amazon · assigned',
    completion_id: done.completionId,
    user_id: kavya.id,
    label: `••••${end}`,
  };
  for (const typed of [code, end, `••••${end}`]) expect(await find(typed)).toMatchObject([found]);
  for (const typed of [code.slice(0, -1), code.slice(0, 4), code.slice(-3)]) {
    expect((await find(typed)).filter(({ kind }) => kind === 'voucher')).toEqual([]);
  }
});

test('at most five of a kind, what fits best first', async () => {
  expect(await keys('crowd')).toHaveLength(5);
  const exact = await makeUser(core, { firstName: 'Zed', lastName: 'Z', email: 'crowd@example.com' });
  expect((await keys('crowd@example.com'))[0]).toBe(`user ${exact.id}`);
  expect(
    (await find(String(kavya.id))).filter((hit) => hit.kind === 'user' && hit.key === String(kavya.id)),
  ).toHaveLength(1);
});

test('an address that is only signed in from is found, too', async () => {
  await core.services.userSessions.create(kavya.id, {
    ip: '2001:db8:1:2::/64',
    userAgent: null,
    device: 'another0device',
  });
  expect(await find('2001:db8:1:2:aaaa::1')).toMatchObject([
    { kind: 'ip', key: '2001:db8:1:2::/64', hint: '0 accounts' },
  ]);
  expect(await find('another0device')).toMatchObject([{ kind: 'device', hint: '0 accounts' }]);
});
