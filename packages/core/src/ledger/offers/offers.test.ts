import { randomUUID } from 'node:crypto';
import { istDay } from '@inaam/contracts/common/time';
import {
  type OfferBulkInput,
  type OfferFields,
  type OfferListInput,
  offerBulkInput,
  offerCreateInput,
  offerListInput,
  offerUpdateInput,
} from '@inaam/contracts/offers/offers';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import {
  completeOffer,
  makeClick,
  makeNetwork,
  postback,
  type TestNetwork,
} from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getPrebuiltJson } from '../../kernel/prebuilt-json.ts';
import { recordClick } from '../clicks/click.ts';
import { spin } from '../spins/spin.ts';
import { listOffersForAdmin } from './list-for-admin.ts';
import { listOffersForUser } from './list-for-user.ts';
import { changeOffers, createOffer, deactivateOffer, updateOffer } from './save.ts';

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const base = {
  title: 'Survey',
  description: 'Ten questions.',
  offer_url: 'https://p.example/?sub={click_id}',
  external_offer_id: 'ext-1',
};
/** External IDs are unique within a network. */
let created = 1;
const create = (input: Record<string, unknown> = {}) =>
  createOffer(core.as(anyAdmin), offerCreateInput.parse({ ...base, external_offer_id: `own-${created++}`, ...input }));
const update = (input: Record<string, unknown>) => updateOffer(core.as(anyAdmin), offerUpdateInput.parse(input));
/** Reads an offer with its current odds, which are stored in a separate table. */
const getRow = async (id: number) =>
  (
    await core.database.sql`
      select o.*, p.odds from offers o join offer_odds p on p.offer_id = o.id and p.version = o.odds_version
      where o.id = ${id}`
  )[0];
const getAuditEntries = (id: number) => core.database.sql`
  select action, before, after, actor_name, ip from audit_entries where subject = ${String(id)} and action like 'offers.%'
    order by id`;

describe('saving', () => {
  test('creates an offer with the form’s defaults and audits all fields', async () => {
    const offer = await create({ external_offer_id: base.external_offer_id });
    expect(offer).toMatchObject({
      ...base,
      preview_url: null,
      category: 'Survey',
      model: 'CPR',
      targeting: 'ALL',
      reward_amount: 0,
      is_active: true,
      spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
      total_completions: 0,
      total_revenue: 0,
      avg_payout: 0,
      daily_avg_completions: 0,
    });
    const [entry, ...more] = await getAuditEntries(offer.offer_id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'offers.create',
      before: null,
      after: { title: 'Survey', rewardPaise: 0 },
      actor_name: anyAdmin.name,
      ip: anyAdmin.ip,
    });
  });

  /** The given value, the column and the stored value of each field. `network_id` has its own test. */
  const changes: Record<Exclude<keyof OfferFields, 'network_id'>, [unknown, string, unknown][]> = {
    title: [['Another', 'title', 'Another']],
    description: [['Other words.', 'description', 'Other words.']],
    task: [
      [' Spend ₹299 ', 'task', 'Spend ₹299'],
      [' ', 'task', null],
    ],
    title_hi: [['सर्वे', 'title_hi', 'सर्वे']],
    description_hi: [['दस सवाल।', 'description_hi', 'दस सवाल।']],
    task_hi: [['₹299 की खरीदारी', 'task_hi', '₹299 की खरीदारी']],
    offer_url: [['https://q.example', 'offer_url', 'https://q.example']],
    preview_url: [
      ['https://q.example/p', 'preview_url', 'https://q.example/p'],
      ['', 'preview_url', null],
    ],
    picture_url: [
      ['https://q.example/p.png', 'picture_url', 'https://q.example/p.png'],
      [`/pictures/${'0a'.repeat(16)}.webp`, 'picture_url', `/pictures/${'0a'.repeat(16)}.webp`],
    ],
    steps: [
      [' Install \n\nPlay\r\n', 'steps', ['Install', 'Play']],
      [['Sign up'], 'steps', ['Sign up']],
    ],
    steps_hi: [['इंस्टॉल करें\nखेलें', 'steps_hi', ['इंस्टॉल करें', 'खेलें']]],
    external_offer_id: [['ext-2', 'external_offer_id', 'ext-2']],
    category: [['Game', 'category', 'Game']],
    model: [['CPA', 'model', 'CPA']],
    targeting: [['IN', 'targeting', 'IN']],
    reward_amount: [[12.34, 'reward_paise', 1234]],
    is_active: [[false, 'active', false]],
    daily_cap: [['200', 'daily_cap', 200]],
    starts_on: [['2026-01-31', 'starts_on', '2026-01-31']],
    ends_on: [['2099-01-31', 'ends_on', '2099-01-31']],
    offer_goals: [
      [
        [
          { goal_id: ' install ', payout_amount: '1.5' },
          { goal_id: 'buy', name: 'Buy', name_hi: ' खरीदें ', gives_spin: 1 },
        ],
        'goals',
        [
          { name: '', goal_id: 'install', gives_spin: false, payout_paise: 150 },
          { name: 'Buy', name_hi: 'खरीदें', goal_id: 'buy', gives_spin: true, payout_paise: null },
        ],
      ],
      // Values as a form or a query encodes them.
      [
        '[{"goal_id":"","name_hi":"","gives_spin":"true"}]',
        'goals',
        [{ name: '', name_hi: null, goal_id: '', gives_spin: true, payout_paise: null }],
      ],
    ],
    goals_in_order: [['1', 'goals_in_order', true]],
    country_quotas: [[[{ country: 'in', daily_cap: '5' }], 'country_quotas', [{ country: 'IN', daily_cap: 5 }]]],
    spinner_config: [['{"rewards":[{"amount":7,"probability":0.1}]}', 'odds', [{ amount: 7, permille: 1 }]]],
  };
  const eachChange = Object.entries(changes).flatMap(([field, tries]) => tries.map((one) => [field, ...one] as const));

  test.each(eachChange)('%s = %j changes only that column and is audited', async (field, value, column, stored) => {
    const { offer_id } = await create({ preview_url: 'https://p.example/preview', task: 'Ten questions' });
    const before = await getRow(offer_id);
    await update({ offer_id, [field]: value });
    const after = await getRow(offer_id);
    const changed = Object.keys(after ?? {}).filter(
      (key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]),
    );
    const alsoChanged = ['version', 'updated_at', ...(column === 'odds' ? ['odds_version'] : [])];
    expect(changed.sort()).toEqual([column, ...alsoChanged].sort());
    expect(after?.[column]).toEqual(stored);
    const log = (await getAuditEntries(offer_id)).at(-1);
    expect(log?.['action']).toBe('offers.update');
    expect([Object.values(log?.['before']), Object.values(log?.['after'])]).toEqual([
      [before?.[column]],
      [after?.[column]],
    ]);
  });

  test('assigns the given network, changes the network, and refuses an unknown network', async () => {
    const other = await makeNetwork(core);
    const [{ id: otherId } = {}] = await core.database.sql`select id from networks where slug = ${other.slug}`;
    const offer = await create({ network_id: otherId });
    expect(offer).toMatchObject({ network_id: otherId });
    const list = await listOffersForAdmin(core.kernel, offerListInput.parse({ limit: 1000 }));
    expect(list.offers.find(({ offer_id }) => offer_id === offer.offer_id)).toMatchObject({
      network_id: otherId,
      network: offer.network,
    });

    const usual = await create();
    const [first] = await core.database.sql`select id, name from networks where active order by id limit 1`;
    expect(usual).toMatchObject({ network_id: first?.['id'], network: first?.['name'] });
    expect(await update({ offer_id: usual.offer_id, network_id: String(otherId) })).toMatchObject({
      network_id: otherId,
      network: offer.network,
    });
    expect((await getAuditEntries(usual.offer_id)).at(-1)).toMatchObject({
      before: { networkId: first?.['id'] },
      after: { networkId: otherId },
    });
    // An empty form value changes nothing.
    expect(await update({ offer_id: usual.offer_id, network_id: '' })).toMatchObject({ network_id: otherId });

    const nowhere = { field: 'network_id', message: 'There is no network with this ID' };
    await expect(create({ network_id: 999_999_999 })).rejects.toMatchObject({ code: 'BAD_INPUT', ...nowhere });
    await expect(update({ offer_id: usual.offer_id, network_id: 999_999_999 })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      ...nowhere,
    });
    expect(await getRow(usual.offer_id)).toMatchObject({ network_id: otherId });
  });

  test('writes nothing for unchanged values', async () => {
    const { offer_id } = await create({ external_offer_id: 'same' });
    const before = await getRow(offer_id);
    await update({ offer_id });
    await update({
      offer_id,
      ...base,
      external_offer_id: 'same',
      is_active: true,
      reward_amount: 0,
      preview_url: null,
    });
    await update({
      offer_id,
      spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":10,"probability":5}]}',
    });
    expect(await getRow(offer_id)).toEqual(before);
    expect(await getAuditEntries(offer_id)).toHaveLength(1);
  });

  test('keeps external IDs unique within a network', async () => {
    const other = await makeNetwork(core);
    const [{ id: otherId } = {}] = await core.database.sql`select id from networks where slug = ${other.slug}`;
    const first = await create({ external_offer_id: 'taken' });
    const taken = { code: 'EXTERNAL_OFFER_ID_TAKEN', field: 'external_offer_id' };
    await expect(create({ external_offer_id: 'taken' })).rejects.toMatchObject(taken);

    const elsewhere = await create({ external_offer_id: 'taken', network_id: otherId });
    const second = await create({ external_offer_id: 'free' });
    await expect(update({ offer_id: second.offer_id, external_offer_id: 'taken' })).rejects.toMatchObject(taken);
    await expect(update({ offer_id: elsewhere.offer_id, network_id: first.network_id })).rejects.toMatchObject(taken);
    expect(await getRow(second.offer_id)).toMatchObject({ external_offer_id: 'free' });

    // An inactive offer keeps its external ID, because late postbacks may contain that ID.
    await deactivateOffer(core.as(anyAdmin), first.offer_id);
    await expect(create({ external_offer_id: 'taken' })).rejects.toMatchObject(taken);
  });

  test('deactivates idempotently and refuses an unknown offer', async () => {
    const { offer_id } = await create();
    const deactivate = (id: number) => deactivateOffer(core.as(anyAdmin), id);
    await deactivate(offer_id);
    await deactivate(offer_id);
    expect(
      (await getAuditEntries(offer_id)).map((row) => [row['action'], row['before'], row['after']]).slice(1),
    ).toEqual([['offers.deactivate', { active: true }, { active: false }]]);
    for (const work of [() => deactivate(999_999), () => update({ offer_id: 999_999, title: 'x' })]) {
      await expect(work()).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    }
  });
});

describe('the archive', () => {
  const change = (action: OfferBulkInput['action'], ...ids: number[]) =>
    changeOffers(core.as(anyAdmin), offerBulkInput.parse({ offer_ids: ids, action }));
  const findListed = async (status: OfferListInput['status'], ids: number[]) => {
    const { offers } = await listOffersForAdmin(core.kernel, offerListInput.parse({ status, limit: 1000 }));
    return offers.filter(({ offer_id }) => ids.includes(offer_id)).map(({ offer_id }) => offer_id);
  };

  test('archives several offers, hides them, and restores them as inactive', async () => {
    const [first, second] = [(await create()).offer_id, (await create({ is_active: false })).offer_id];
    const both = [second, first];
    expect(await change('archive', first, second, first)).toEqual({ changed: 2, message: '2 offers archived' });
    expect(await change('archive', first)).toEqual({ changed: 0, message: '0 offers archived' });
    for (const status of ['all', 'active', 'inactive'] as const) expect(await findListed(status, both)).toEqual([]);
    expect(await findListed('archived', both)).toEqual(both);
    expect((await getAuditEntries(first)).map(({ action }) => action)).toEqual(['offers.create', 'offers.archive']);

    const person = await makeUser(core);
    await expect(makeClick(core, person, first)).rejects.toMatchObject({
      code: 'OFFER_NOT_FOUND',
    });
    expect(await change('restore', first)).toEqual({ changed: 1, message: '1 offer restored' });
    expect(await findListed('inactive', both)).toEqual([first]);
    // Activating an archived offer restores it, both by the bulk action and by the form.
    expect(await change('activate', second)).toEqual({ changed: 1, message: '1 offer activated' });
    await change('archive', first);
    await update({ offer_id: first, is_active: true });
    expect(await findListed('active', both)).toEqual(both);
  });

  test('changes no offer if one is unknown', async () => {
    const { offer_id } = await create();
    await expect(change('deactivate', offer_id, 999_999)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    expect(await getRow(offer_id)).toMatchObject({ active: true });
  });

  test('filters by the states scheduled and ended', async () => {
    const day = (by: number) => new Date(Date.now() + by * 86_400_000).toISOString().slice(0, 10);
    // In every time zone, the day before yesterday is over, and the day after tomorrow has not begun.
    const later = (await create({ starts_on: day(2) })).offer_id;
    const over = (await create({ ends_on: day(-2) })).offer_id;
    expect(await findListed('scheduled', [later, over])).toEqual([later]);
    expect(await findListed('ended', [later, over])).toEqual([over]);
  });
});

describe('the admin list', () => {
  interface Row {
    id: number;
    title: string;
    description: string;
    external: string;
    category: string;
    active: boolean;
    created: string;
    completions: number;
    revenue: number;
  }
  let rows: Row[];
  beforeAll(async () => {
    for (const [i, title] of [
      '100% cashback',
      '100x cashback',
      'under_score',
      'underXscore',
      'back\\slash',
      'पुरस्कार',
      'ÉCLAIR',
    ].entries()) {
      const { offer_id } = await create({
        title,
        category: ['Survey', 'App', 'Game', 'Shopping'][i % 4],
        is_active: i % 3 !== 0,
        external_offer_id: `list-${i}`,
        description: i === 4 ? 'needle in a haystack' : 'plain',
        reward_amount: 10 + i,
      });
      if (i % 3 === 0) continue;
      for (let k = 0; k < i; k++) {
        const { clickId, transactionId } = await completeOffer(core, network, await makeUser(core), offer_id);
        if (k === 3)
          await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
      }
    }
    // These rows are computed from the stored completions. The list reads counters instead.
    rows = (await core.database.sql`
      select o.id, o.title, o.description, o.external_offer_id as external, o.category, o.active,
        o.created_at::text as created,
        count(c.id)::int as completions,
        coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0)::int as revenue
      from offers o left join completion_states c on c.offer_id = o.id
      where o.archived_at is null group by o.id`) as unknown as Row[];
  });

  const list = (input: Record<string, unknown>) =>
    listOffersForAdmin(core.kernel, offerListInput.parse({ limit: 1000, ...input }));
  const listIds = async (input: Record<string, unknown>) => (await list(input)).offers.map(({ offer_id }) => offer_id);
  const sortIds = (ids: number[]) => ids.toSorted((a, b) => a - b);

  test.each(['all', 'active', 'inactive'])('filters by status %s', async (status) => {
    const expected = rows
      .filter(({ active }) => status === 'all' || active === (status === 'active'))
      .map(({ id }) => id);
    expect(sortIds(await listIds({ status }))).toEqual(sortIds(expected));
  });

  test.each(['all', 'Survey', 'App', 'Game', 'Shopping'])(
    'filters by category %s, alone and with a status',
    async (category) => {
      const inCategory = rows.filter((row) => category === 'all' || row.category === category);
      expect(sortIds(await listIds({ category }))).toEqual(sortIds(inCategory.map(({ id }) => id)));
      const active = inCategory.filter((row) => row.active).map(({ id }) => id);
      expect(sortIds(await listIds({ category, status: 'active' }))).toEqual(sortIds(active));
    },
  );

  test.each([
    '100%',
    '%',
    '_',
    'under_',
    '\\',
    'CASHBACK',
    'haystack',
    'LIST-4',
    'पुर',
    'éclair',
    'nothing at all',
    "'",
    '  cashback  ',
  ])('finds the literal text %j in title, description and external ID', async (search) => {
    const needle = search.trim().toLowerCase();
    const matching = rows.filter(({ title, description, external }) =>
      [title, description, external].some((text) => text.toLowerCase().includes(needle)),
    );
    expect(sortIds(await listIds({ search }))).toEqual(sortIds(matching.map(({ id }) => id)));
  });

  /** Titles are sorted by Unicode's root collation, which PostgreSQL and Node both take from ICU. */
  const collator = new Intl.Collator('und');
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  const keys: Record<OfferListInput['sortBy'], (row: Row) => string | number> = {
    created_at: (row) => row.created,
    title: (row) => row.title.toLowerCase(),
    total_conversions: (row) => row.completions,
    total_revenue: (row) => row.revenue,
  };
  test.each(
    Object.entries(keys).flatMap(([by, key]) => (['asc', 'desc'] as const).map((order) => [by, order, key] as const)),
  )('sorts by %s %s, also across pages', async (sortBy, sortOrder, key) => {
    const sign = sortOrder === 'asc' ? 1 : -1;
    const expected = rows.toSorted((a, b) => sign * (compare(key(a), key(b)) || a.id - b.id)).map(({ id }) => id);
    expect(await listIds({ sortBy, sortOrder })).toEqual(expected);
    const pages: number[] = [];
    for (let page = 1; page <= Math.ceil(rows.length / 4) + 1; page++) {
      const { offers, pagination } = await list({ sortBy, sortOrder, page, limit: 4 });
      expect(pagination).toEqual({ page, limit: 4, total: rows.length, totalPages: Math.ceil(rows.length / 4) });
      pages.push(...offers.map(({ offer_id }) => offer_id));
    }
    expect(pages).toEqual(expected);
  });

  test('shows figures that match the stored completions', async () => {
    const { offers } = await list({});
    for (const offer of offers) {
      const row = rows.find(({ id }) => id === offer.offer_id);
      const completions = row?.completions ?? -1;
      expect(offer).toMatchObject({
        total_completions: completions,
        unique_users: completions,
        total_revenue: (row?.revenue ?? -1) / 100,
        avg_payout: completions === 0 ? 0 : Math.round((row?.revenue ?? 0) / completions) / 100,
        daily_avg_completions: completions,
      });
    }
  });
});

test('shows a user open offers, and completed offers with their odds at completion and their spin', async () => {
  const user = await makeUser(core);
  const { offer_id: open } = await makeOffer(core);
  const { offer_id: hidden } = await makeOffer(core, { is_active: false });
  const { offer_id: done } = await makeOffer(core, { spinner_config: [{ amount: 3, permille: 1 }] });
  await completeOffer(core, network, user, done);
  await deactivateOffer(core.as(anyAdmin), done);
  await update({ offer_id: done, spinner_config: '{"rewards":[{"amount":4,"probability":99}]}' });
  const readOffer = async (id: number, who = user.id) => {
    const list = await listOffersForUser(core.services, who);
    expect(getPrebuiltJson(list)?.toString()).toBe(JSON.stringify(list));
    return list.offers.find(({ offer_id }) => offer_id === id);
  };
  expect(await readOffer(open)).toMatchObject({
    completed: false,
    spinner_used: false,
    reward_type: 'none',
    spin_commitment: null,
  });
  expect(await readOffer(hidden)).toBeUndefined();
  // Shows the odds that were published at completion, regardless of later changes.
  expect(await readOffer(done)).toMatchObject({
    completed: true,
    spinner_used: false,
    spinner_config: '{"rewards":[{"amount":3,"probability":0.1}]}',
    spin_commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    started_at: expect.any(String),
  });
  expect(await readOffer(done, (await makeUser(core)).id)).toBeUndefined();
  await spin(core.as(userActor(user.id)), { offerId: done, clientSeed: '' });
  expect(await readOffer(done)).toMatchObject({ completed: true, spinner_used: true, spin_commitment: null });
});

describe('daily caps, country quotas, goals and days', () => {
  const start = async (offerId: number): Promise<string> => {
    const user = await makeUser(core);
    return recordClick(
      { ...core.services, actor: userActor(user.id) },
      { offerId, device: null, userAgent: 'test' },
    ).then(
      () => 'started',
      (error: Error) => error.message,
    );
  };
  const isListed = async (offerId: number, user?: { id: number }) => {
    const { offers } = await listOffersForUser(core.services, (user ?? (await makeUser(core))).id);
    return offers.some(({ offer_id }) => offer_id === offerId);
  };
  const REFUSED = 'Offer not available right now';
  /** Daily counts restart at midnight in the Indian time zone, so a run across midnight is repeated. */
  const repeatAcrossMidnight = async (work: () => Promise<void>): Promise<void> => {
    const day = istDay(new Date());
    try {
      await work();
    } catch (error) {
      if (istDay(new Date()) === day) throw error;
      await work();
    }
  };

  test('does not let a user start an offer whose daily cap is reached, but accepts completions of earlier clicks', () =>
    repeatAcrossMidnight(async () => {
      const { offer_id } = await create({ daily_cap: 2 });
      const [one, two, late] = [await makeUser(core), await makeUser(core), await makeUser(core)];
      const lateClick = await makeClick(core, late, offer_id);
      await completeOffer(core, network, one, offer_id);
      await waitForChangeFeed(core);
      expect(await start(offer_id)).toBe('started');
      await completeOffer(core, network, two, offer_id);
      await waitForChangeFeed(core);
      expect(await start(offer_id)).toBe(REFUSED);
      expect(
        await postback(core, network, { click_id: lateClick, transaction_id: randomUUID(), status: 'approved' }),
      ).toMatchObject({ outcome: 'accepted' });
      await update({ offer_id, daily_cap: '' });
      expect(await start(offer_id)).toBe('started');
    }));

  test('does not let a user start an offer once the quota of their country or of all other countries is reached', () =>
    repeatAcrossMidnight(async () => {
      const { offer_id } = await create({
        country_quotas: [
          { country: 'IN', daily_cap: 1 },
          { country: 'DE', daily_cap: 0 },
          { country: '*', daily_cap: 1 },
        ],
      });
      // Sends a country with the start, which counts if the country of the IP address is unknown.
      const from = async (country: string | undefined, ip: string | null = null) => {
        const user = await makeUser(core);
        return recordClick(
          { ...core.services, actor: { ...userActor(user.id), ip } },
          { offerId: offer_id, device: null, userAgent: 'test', country },
        ).then(
          ({ redirectUrl }) => new URL(redirectUrl).searchParams.get('sub') ?? '',
          (error: Error) => error.message,
        );
      };
      const done = async (clickId: string, status = 'approved') => {
        await postback(core, network, { click_id: clickId, transaction_id: clickId, status });
        await waitForChangeFeed(core);
      };
      expect(await from('DE')).toBe(REFUSED);
      // The IP address takes precedence over the country: 49.36.0.0/16 belongs to an Indian carrier.
      const indian = await from('DE', '49.36.10.1');
      expect(await core.database.sql`select country from clicks where click_id = ${indian}`).toEqual([
        { country: 'IN' },
      ]);
      await done(indian, 'pending');
      expect(await from('IN')).not.toBe(REFUSED);
      await done(indian);
      expect([await from('IN'), await from(undefined, '49.36.10.1')]).toEqual([REFUSED, REFUSED]);
      // All other countries share one quota, including unknown countries.
      await done(await from('FR'));
      expect([await from('US'), await from(undefined)]).toEqual([REFUSED, REFUSED]);
      await update({ offer_id, country_quotas: [] });
      expect(await from('DE')).not.toBe(REFUSED);
    }));

  test('refuses contradictory goals and quotas, and names the field’s path', async () => {
    const one = { goal_id: 'a', gives_spin: true };
    const refusals = (input: object) =>
      offerCreateInput.safeParse({ ...base, ...input }).error?.issues.map(({ path, message }) => [path, message]);
    expect(refusals({ offer_goals: [one, { goal_id: 'A' }] })).toEqual([
      [['offer_goals', 1, 'goal_id'], 'is also the id of another goal'],
    ]);
    for (const offer_goals of [[{ goal_id: 'a' }], [one, { goal_id: 'b', gives_spin: true }]]) {
      expect(refusals({ offer_goals })).toEqual([[['offer_goals'], 'One goal must give the spin']]);
    }
    expect(
      refusals({
        country_quotas: [
          { country: 'IN', daily_cap: 1 },
          { country: 'in', daily_cap: 2 },
        ],
      }),
    ).toEqual([[['country_quotas', 1, 'country'], 'already has a quota']]);
    expect(refusals({ country_quotas: [{ country: 'India', daily_cap: 1 }] })?.[0]?.[0]).toEqual([
      'country_quotas',
      0,
      'country',
    ]);
    expect(refusals({ offer_goals: '{"no' })).toEqual([[['offer_goals'], 'must be a list']]);
  });

  test('hides an offer before its first and after its last day, except from users who completed it', async () => {
    const { offer_id } = await create({ starts_on: '2020-01-01', ends_on: '2099-12-31' });
    const user = await makeUser(core);
    await completeOffer(core, network, user, offer_id);
    expect([await start(offer_id), await isListed(offer_id)]).toEqual(['started', true]);
    await update({ offer_id, ends_on: '2020-01-02' });
    expect([await start(offer_id), await isListed(offer_id)]).toEqual([REFUSED, false]);
    await update({ offer_id, starts_on: '2099-12-30', ends_on: null });
    expect([await start(offer_id), await isListed(offer_id), await isListed(offer_id, user)]).toEqual([
      REFUSED,
      false,
      true,
    ]);
    await expect(update({ offer_id, ends_on: '2099-12-29' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      field: 'ends_on',
      message: 'The last day is before the first day',
    });
  });
});

test('refuses a change of an outdated version, and accepts a change without a version', async () => {
  const offer = await create();
  const id = offer.offer_id;
  const renamed = await update({ offer_id: id, version: offer.version, title: 'Renamed' });
  expect(renamed.version).toBeGreaterThan(offer.version);
  // A deactivation and new odds change the version, too.
  await deactivateOffer(core.as(anyAdmin), id);
  await expect(update({ offer_id: id, version: renamed.version, title: 'Late' })).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
    message: 'This was changed by somebody else. Reload to see it.',
  });
  expect(await getRow(id)).toMatchObject({ title: 'Renamed', active: false });
  const last = await update({ offer_id: id, title: 'Last one wins' });
  const spinner_config = '{"rewards":[{"amount":7,"probability":3}]}';
  const odds = await update({ offer_id: id, version: last.version, spinner_config });
  await expect(update({ offer_id: id, version: last.version, spinner_config })).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
  });
  // A save that changes nothing keeps the version.
  expect((await update({ offer_id: id, version: odds.version, spinner_config })).version).toBe(odds.version);
});
