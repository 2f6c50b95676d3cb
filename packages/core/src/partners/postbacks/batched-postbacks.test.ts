import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { batchCounts } from '../../kernel/batches.ts';
import { createKernel } from '../../kernel/kernel.ts';
import { type ReceivingServices, receivePostback } from './receive.ts';

/** Simultaneous postbacks share SQL statements. Each has the same effect as if it had arrived alone. */

let core: TestCore;
/** A second process with its own connections. */
let secondDatabase: Database;
let secondProcess: ReceivingServices;
/** Has a hold of one day, a click window and a payout ceiling. */
let strict: TestNetwork;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  secondDatabase = openDatabase(core.url, { max: 10, statementTimeout: 10_000 });
  secondProcess = { ...core.services, kernel: createKernel(secondDatabase, { deadline: 12_000 }) };
  strict = await makeNetwork(core);
  network = await makeNetwork(core);
  await core.database.sql`
    update networks set hold_seconds = 86400, click_window_seconds = 3600, payout_ceiling_paise = 100000,
      payout_ratio = 0
    where slug = ${strict.slug}`;
  await core.database.sql`
    update networks set params = params || '{"goal_id": "goal"}',
      rates = '[{"currency": "USD", "rate": 84, "from": "2020-01-01"}]', status_map = status_map || '{"other": "ignore"}'`;
});
afterAll(async () => {
  await secondDatabase.close();
  await core.close();
});
afterEach(async () => {
  expect(await core.database.sql`select what from figure_differences()`).toEqual([]);
});

interface Case {
  caseNetwork: TestNetwork;
  userId: number;
  offerId: number;
  click: string;
  transaction: string;
  params: Record<string, string>;
}

async function makeCase(caseNetwork = network, params: Record<string, string> = {}): Promise<Case> {
  const { offer_id: offerId } = await makeOffer(core);
  await core.database.sql`
    update offers set network_id = (select id from networks where slug = ${caseNetwork.slug}) where id = ${offerId}`;
  const user = await makeUser(core);
  const click = await makeClick(core, user, offerId);
  return {
    caseNetwork,
    userId: user.id,
    offerId,
    click,
    transaction: randomUUID(),
    params: { status: 'approved', ...params },
  };
}

const receive = ({ caseNetwork, click, transaction, params }: Case, services: ReceivingServices) =>
  receivePostback(services, caseNetwork.slug, {
    method: 'POST',
    rawUrl: 'https://rewards.example/postback',
    rawQuery: signQuery(caseNetwork, { click_id: click, transaction_id: transaction, ...params }),
    rawBody: 'a {body} with "signs", \\ and नमस्ते',
    contentType: 'text/plain',
    ip: '198.51.100.7',
    headers: { 'X-Sent': 'by, {them} "all"', 'user-agent': 'a network' },
  });
const send = (it: Case) => receive(it, core.services);

/** Postbacks of every kind, by name. Their effects are compared, so no postback may depend on another. */
const kinds: [name: string, outcome: string, make: () => Promise<Case>][] = [
  ['without a payout', 'accepted', () => makeCase()],
  ['with a payout of another currency', 'accepted', () => makeCase(network, { payout: '1.5', currency: 'USD' })],
  ['with a goal that the offer does not have', 'accepted', () => makeCase(network, { goal: 'install', payout: '3' })],
  ['held, at the ceiling', 'accepted', () => makeCase(strict, { payout: '1000' })],
  [
    'of a click that holds the hash of a client seed',
    'accepted',
    async () => {
      const it = await makeCase();
      await rewriteFacts(
        core,
        (sql) => sql`update clicks set client_seed_hash = sha256('mine') where click_id = ${it.click}`,
      );
      return it;
    },
  ],
  [
    'of a user who reported the missing credit',
    'accepted',
    async () => {
      const it = await makeCase();
      await core.database.sql`select open_credit_case(${it.userId}, ${it.offerId}, 'where is it?')`;
      return it;
    },
  ],
  ['with an unknown status', 'parked', () => makeCase(network, { status: 'unheard of' })],
  ['that is ignored', 'ignored', () => makeCase(network, { status: 'other' })],
  ['pending', 'pending', () => makeCase(network, { status: 'pending' })],
  ['reversed before it was confirmed', 'parked', () => makeCase(network, { status: 'reversed' })],
  ['of an unknown click', 'parked', async () => ({ ...(await makeCase()), click: randomUUID() })],
  ['above the ceiling', 'refused', () => makeCase(strict, { payout: '1000.01' })],
  ['of another network’s offer', 'refused', async () => ({ ...(await makeCase(strict)), caseNetwork: network })],
  [
    'of a click that is too old',
    'refused',
    async () => {
      const it = await makeCase(strict);
      const age = "now() - interval '3700 seconds'";
      await rewriteFacts(
        core,
        (sql) => sql`update clicks set created_at = ${sql.unsafe(age)} where click_id = ${it.click}`,
      );
      return it;
    },
  ],
  [
    'of an offer with goals',
    'accepted',
    async () => {
      const it = await makeCase(network, { goal: 'DEPOSIT' });
      const goals = [{ goal_id: 'deposit', name: 'Deposit', payout_paise: 700, gives_spin: true }];
      await core.database.sql`
        update offers set goals = ${JSON.stringify(goals)}::text::jsonb where id = ${it.offerId}`;
      return it;
    },
  ],
  [
    'of an offer of no network',
    'accepted',
    async () => {
      const it = await makeCase();
      await core.database.sql`update offers set network_id = null where id = ${it.offerId}`;
      return it;
    },
  ],
  ...(['pending', 'approved', 'reversed'] as const).map((status): [string, string, () => Promise<Case>] => [
    `with a transaction that was ${status} before`,
    status === 'pending' ? 'accepted' : status === 'approved' ? 'repeat' : 'accepted',
    async () => {
      const it = await makeCase();
      await send({ ...it, params: { status, payout: '1' } });
      return { ...it, params: { ...it.params, payout: '2' } };
    },
  ]),
  [
    'with a click whose other transaction was reversed before',
    'accepted',
    async () => {
      const it = await makeCase();
      await send({ ...it, transaction: randomUUID(), params: { status: 'reversed' } });
      return it;
    },
  ],
  [
    'of an offer that the user has completed',
    'accepted',
    async () => {
      const it = await makeCase();
      await send(it);
      return { ...it, transaction: randomUUID() };
    },
  ],
  [
    'of a transaction that replaced a manual credit',
    'repeat',
    async () => {
      const it = await makeCase();
      await core.database.sql`
        select credit_completion('{"kind": "admin", "id": null, "name": "an admin", "ip": null}', ${it.userId},
          ${it.offerId}, 'a reason', 500, sha256('a seed') || 'sealed', 'unused')`;
      await send(it);
      return { ...it, params: { ...it.params, payout: '2' } };
    },
  ],
];

/** Reads all effects of a case, without ids and times. */
async function readEffects({ userId, offerId, click, transaction }: Case) {
  await waitForChangeFeed(core);
  const [row] = await core.database.sql<{ effects: unknown }[]>`
    select jsonb_build_object(
      'postbacks', (select jsonb_agg(to_jsonb(p) - '{id,network_id,slug,retry_key,raw_query,received_at,judged_at,
          click_id,transaction_id,completion_id,call_hash}'::text[] || jsonb_build_object('at_once',
            p.judged_at = p.received_at, 'hashed', p.call_hash is not null, 'signed', p.raw_query like '%signature=%',
            'keyed', length(p.retry_key), 'click', p.click_id = ${click}, 'transaction', p.transaction_id = ${transaction},
            'completed', p.completion_id = c.id) order by p.id)
        from postbacks p where p.click_id = ${click} or p.transaction_id = ${transaction}),
      'completion', to_jsonb(c) - '{id,user_id,offer_id,odds_version,click_id,network_id,transaction_id,seed,commitment,
          completed_at,approved_at,held_until,xid}'::text[] || jsonb_build_object('held', c.held_until - c.approved_at,
          'confirmed', c.approved_at = c.completed_at, 'click', (select k.click_id = ${click} from clicks k
            where k.id = c.click_id), 'transaction', c.transaction_id = ${transaction}, 'sealed', length(c.seed),
          'committed', length(c.commitment), 'odds', (select count(*) from offer_odds o where o.offer_id = c.offer_id
            and o.version = c.odds_version)),
      'state', (select to_jsonb(s) - '{id,user_id,offer_id,odds_version,click_id,network_id,transaction_id,approved_at,
          held_until,completed_at,reversed_at,spin_changes_at,on_hold_until}'::text[]
        from completion_states s where s.id = c.id),
      'case', (select jsonb_build_object('status', k.status, 'answer', k.resolution,
          'by', (select p.completion_id = c.id from postbacks p where p.id = k.closed_by_postback_id))
        from credit_cases k where k.user_id = ${userId}),
      'stats', (select to_jsonb(s) - '{user_id,last_activity_at,last_completion_at}'::text[] from user_stats s
        where s.user_id = ${userId}),
      'days', (select jsonb_agg(to_jsonb(d) - '{offer_id,day}'::text[]) from offer_days d where d.offer_id = ${offerId}),
      'rows', (select jsonb_agg(to_jsonb(r) - '{completion_id,user_id,offer_id,completed_at,clicked_at}'::text[])
        from completion_rows r where r.user_id = ${userId}),
      'messages', (select jsonb_agg(m.kind order by m.kind) from messages m where m.user_id = ${userId}),
      'spins', (select count(*) from spins s where s.completion_id = c.id),
      'judged', (select count(*) from postback_judgements j join postbacks p on p.id = j.postback_id
        where p.click_id = ${click})) as effects
    from (select) one left join completions c on c.user_id = ${userId} and c.offer_id = ${offerId}`;
  return row?.effects;
}

const toComparableJudgement = (judgement: Awaited<ReturnType<typeof send>>) =>
  judgement && { ...judgement, completionId: judgement.completionId !== null, echo: undefined };

test('gives simultaneous postbacks the same effects as single postbacks', async () => {
  const [together, alone] = [
    await runInTurn(kinds, ([, , make]) => make()),
    await runInTurn(kinds, ([, , make]) => make()),
  ];
  const failed = batchCounts.failed;
  const shared = batchCounts.shared;
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  // Each group is small enough for one batch, and no group is a single postback.
  for (let group = 0; group < 4; group++) {
    const some = [...together.entries()].filter(([n]) => n % 4 === group);
    const replies = await Promise.all(some.map(([, it]) => send(it)));
    for (const [index, [n]] of some.entries()) answers[n] = replies[index];
  }
  // Each postback shares two statements: one finds its network, one stores it.
  expect(batchCounts).toMatchObject({ failed, shared: shared + 2 * kinds.length });
  const outcomes = kinds.map(([name, outcome]) => [name, outcome]);
  expect(kinds.map(([name], n) => [name, answers[n]?.outcome])).toEqual(outcomes);
  for (const [n, [name]] of kinds.entries()) {
    const [one, same] = [alone[n], together[n]];
    if (!one || !same) throw new Error(`there is no case ${name}`);
    expect([name, toComparableJudgement(await send(one))]).toEqual([name, toComparableJudgement(answers[n])]);
    expect([name, await readEffects(same)]).toEqual([name, await readEffects(one)]);
  }
  expect(batchCounts.shared).toBe(shared + 2 * kinds.length);
});

async function runInTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const listCompletions = (cases: readonly Case[]) =>
  core.database.sql`
    select s.id from completion_states s where s.user_id = any (${cases.map(({ userId }) => userId)}::bigint[])`;

describe('simultaneous postbacks', () => {
  test('count once if one postback arrives 20 times at each of two processes', async () => {
    const it = await makeCase();
    const failed = batchCounts.failed;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => receive(it, n % 2 === 0 ? core.services : secondProcess)),
    );
    expect(answers.filter((answer) => answer?.outcome === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer?.outcome === 'repeat')).toHaveLength(39);
    expect(new Set(answers.map((answer) => answer?.completionId)).size).toBe(1);
    expect(batchCounts.failed).toBe(failed);
  });

  test.each<[what: string, second: (first: Case) => Promise<Case>, outcome: string, reason: string | null]>([
    [
      'one transaction for two clicks',
      async (first) => ({ ...(await makeCase()), transaction: first.transaction }),
      'refused',
      'This transaction was counted for another click',
    ],
    ['one click under two transactions', async (first) => ({ ...first, transaction: randomUUID() }), 'accepted', null],
  ])('of %s make one completion, with the outcomes accepted and %s', async (_, second, outcome, reason) => {
    const first = await makeCase();
    const pair = [first, await second(first)];
    const failed = batchCounts.failed;
    const answers = await Promise.all([...pair, await makeCase()].map(send));
    expect(answers[2]).toMatchObject({ outcome: 'accepted' });
    const two = answers.slice(0, 2).toSorted((a, b) => (a?.outcome ?? '').localeCompare(b?.outcome ?? ''));
    expect(two).toMatchObject([
      { outcome: 'accepted', reason: null },
      { outcome, reason },
    ]);
    expect(await listCompletions(pair)).toHaveLength(1);
    expect(batchCounts.failed).toBe(failed);
  });
});

/** Services that run in one open transaction, like a process that has not committed yet. */
const makeServicesWithin = (sql: TestCore['database']['sql']) => ({
  kernel: createKernel({ db: core.database.db, sql }, { deadline: 12_000 }),
  secrets: core.services.secrets,
});

describe.each([
  ['transaction', (it: Case) => it],
  ['click', (it: Case) => ({ ...it, transaction: randomUUID() })],
])('while a reversal for the %s of one postback is under way', (_, getReversal) => {
  test('the rest of the batch does not wait, and that postback’s completion is reversed in the end', async () => {
    const cases = await runInTurn([1, 2, 3, 4], () => makeCase());
    const [held] = cases;
    if (!held) throw new Error('there are no cases');
    const finishOrder: number[] = [];
    const { waited, result } = await whileLocked(
      core,
      (sql) => receive({ ...getReversal(held), params: { status: 'reversed' } }, makeServicesWithin(sql)),
      () => Promise.all(cases.map((it, n) => send(it).then((answer) => (finishOrder.push(n), answer)))),
    );
    expect(waited).toBe(true);
    expect(finishOrder.at(-1)).toBe(0);
    expect(result.map((answer) => answer?.outcome)).toEqual(['accepted', 'accepted', 'accepted', 'accepted']);
    const states = await core.database.sql`
      select status from completion_states where user_id = any (${cases.map(({ userId }) => userId)}::bigint[])
      order by id`;
    expect(states.map(({ status }) => status).toSorted()).toEqual(['approved', 'approved', 'approved', 'reversed']);
  });
});

test('avoids deadlocks if two processes receive postbacks about the same users in opposite orders', async () => {
  const cases = await runInTurn(Array.from({ length: 24 }), () => makeCase());
  const secondPostbacks = cases.map((it) => ({ ...it, transaction: randomUUID() }));
  const failed = batchCounts.failed;
  const answers = await Promise.all([
    ...cases.map(send),
    ...secondPostbacks.toReversed().map((it) => receive(it, secondProcess)),
    ...cases.map((it) => receive({ ...it, params: { status: 'reversed' } }, secondProcess)),
  ]);
  // The second postback of a click has another transaction id, so it counts as a further transaction.
  expect(answers.slice(0, 48).filter((answer) => answer?.outcome === 'accepted')).toHaveLength(48);
  const states = await core.database.sql`
    select count(*) as all, count(distinct user_id) as people from completion_states
    where user_id = any (${cases.map(({ userId }) => userId)}::bigint[])`;
  expect(states).toEqual([{ all: 24, people: 24 }]);
  expect(batchCounts.failed).toBe(failed);
});
