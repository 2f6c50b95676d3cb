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

describe('the search', () => {
  const user = () => [`user ${kavya.id}`];
  test.each<[string, () => string, () => string[]]>([
    ['finds a user by the beginning of the email address', () => 'kavya.m', user],
    ['finds a user by the email address in any case', () => ' KAVYA.menon@Example.com ', user],
    ['finds a user by the beginning of the name', () => 'kavya men', user],
    ['finds a user by part of the name', () => 'menon', user],
    ['finds a user by the reference that users quote to support', () => `u-${kavya.id}`, user],
    [
      'finds an offer by part of its title, with a percent sign taken literally',
      () => '0% cash',
      () => [`offer ${offerId}`],
    ],
    ['finds an offer by its external ID', () => 'quest_77', () => [`offer ${offerId}`]],
    ['finds no offer by a similar external ID', () => 'quest-77', () => []],
    ['finds a click without a completion', () => waiting, () => [`click ${waiting}`]],
    [
      'finds the completion and the user with an ID',
      () => `#${done.completionId}`,
      () => [`completion ${done.completionId}`, `user ${done.completionId}`],
    ],
    [
      'finds a completion by the network’s transaction ID',
      () => done.transactionId,
      () => [`completion ${done.completionId}`],
    ],
    ['finds an IP address', () => '198.51.100.77', () => ['ip 198.51.100.77']],
    ['finds an IPv4 address mapped into IPv6', () => '::ffff:198.51.100.77', () => ['ip 198.51.100.77']],
    ['finds an IP address by its beginning', () => '198.51', () => ['ip 198.51.100.77']],
    ['finds a device', () => 'k4vy4dev1ce', () => ['device k4vy4dev1ce']],
    ['finds a device by its beginning', () => 'k4vy', () => ['device k4vy4dev1ce']],
    ['finds nothing by too few letters of a device', () => 'k4v', () => []],
    ['finds nothing for unknown text', () => 'nobody knows this', () => []],
    ['finds nothing for wildcards', () => '____%%%%', () => []],
    ['finds nothing for a backslash', () => '\\', () => []],
    ['finds nothing for a number too long for an ID', () => '9'.repeat(20), () => []],
  ])('%s', async (_what, query, expected) => {
    expect((await keys(query())).toSorted()).toEqual(expected().toSorted());
  });
});

test('returns the kind, the label and the user of a hit', async () => {
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

test('finds a voucher by its complete code or its last characters, without showing the code', async () => {
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

test('returns at most five hits of a kind, best matches first', async () => {
  expect(await keys('crowd')).toHaveLength(5);
  const exact = await makeUser(core, { firstName: 'Zed', lastName: 'Z', email: 'crowd@example.com' });
  expect((await keys('crowd@example.com'))[0]).toBe(`user ${exact.id}`);
  expect(
    (await find(String(kavya.id))).filter((hit) => hit.kind === 'user' && hit.key === String(kavya.id)),
  ).toHaveLength(1);
});

test('finds an IP address or device that occurs only in a session', async () => {
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
