import { makeOffer } from '@inaam/testing/factories/offers';
import { describe, expect, test } from 'vitest';
import {
  ACCEPTED,
  CHECK,
  FOREIGN_KEY,
  LOSING_ROLL,
  NOT_NULL,
  prepareConstraints,
  refusedBy,
  UNIQUE,
  WINNING_ROLL,
} from '../testing/constraints.ts';

const { attempt, core, makeReadyCompletion, makeSettledCompletion } = prepareConstraints();

describe('spins', () => {
  test.each([
    ['the roll', 'roll = 1'],
    ["the client's seed", `client_seed = 'another'`],
    ["how the client's seed was committed", `client_seed_status = 'lost'`],
    ['the landing point', 'landing_permille = 1'],
    ['the wheel', 'wheel_layout = 2::smallint'],
    ['the amount', 'amount_paise = 100'],
    ['the time', `spun_at = now() + interval '1 second'`],
    ['the win', 'amount_paise = null'],
    ['the completion', 'completion_id = 1'],
    ['the ID of the transaction that wrote the row', `xid = '0'`],
    [
      'all values at once, so that a settled spin cannot become withheld',
      'client_seed = null, roll = null, landing_permille = null, wheel_layout = null, client_seed_status = null, amount_paise = null',
    ],
  ])('reject, after the settlement, a change of %s', async (_what, change) => {
    const { completionId } = await makeSettledCompletion(WINNING_ROLL);
    expect(await attempt(`update spins set ${change} where completion_id = ${completionId}`)).toEqual(refusedBy(CHECK));
  });

  test('accept one spin per completion, settled or withheld, and reject deletion', async () => {
    const won = await makeSettledCompletion(WINNING_ROLL);
    const withheld = await makeReadyCompletion();
    await core().database.sql`
      insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
      values (${withheld.completionId}, 0, 0, '', 'open')`;
    for (const { completionId } of [won, withheld]) {
      for (const [columns, values] of [
        [', landing_permille, wheel_layout, client_seed, client_seed_status', `, 0, 0, '', 'open'`],
        [', roll, landing_permille, wheel_layout, client_seed, client_seed_status', `, 999, 0, 1, '', 'open'`],
      ])
        expect(await attempt(`insert into spins (completion_id${columns}) values (${completionId}${values})`)).toEqual(
          refusedBy(UNIQUE, 'spins_pkey'),
        );
      expect(await attempt(`delete from spins where completion_id = ${completionId}`)).toEqual(refusedBy(CHECK));
    }
  });

  const complete = {
    roll: '999',
    landing_permille: '0',
    wheel_layout: '1',
    client_seed: `''`,
    client_seed_status: `'open'`,
  };
  const insert = (completionId: number, columns: Record<string, string>) =>
    attempt(`insert into spins (${['completion_id', ...Object.keys(columns)].join(', ')})
      values (${[String(completionId), ...Object.values(columns)].join(', ')})`);

  test('reject an unknown completion', async () => {
    expect(await insert(999999999, complete)).toEqual(refusedBy(FOREIGN_KEY, 'spins_completion_id_completions_id_fk'));
  });

  test('reject a partly settled spin', async () => {
    const { completionId } = await makeReadyCompletion();
    for (const missing of Object.keys(complete)) {
      const part = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== missing));
      const refused = missing === 'roll' ? refusedBy(CHECK, 'spins_complete') : refusedBy(NOT_NULL);
      expect(await insert(completionId, part), missing).toEqual(refused);
    }
    const withheld = { ...complete, roll: 'null', wheel_layout: '0' };
    for (const partialSpin of [
      { ...complete, wheel_layout: '0' },
      { ...withheld, wheel_layout: '1' },
      { ...withheld, amount_paise: '100' },
    ])
      expect(await insert(completionId, partialSpin)).toEqual(refusedBy(CHECK, 'spins_complete'));
    expect((await insert(completionId, complete)).code).toBe(ACCEPTED);
  });

  test.each([
    ['a roll above 999', { roll: '1000' }, 'roll_number_check'],
    ['a roll below 0', { roll: '-1' }, 'roll_number_check'],
    ['a landing point above 999', { landing_permille: '1000' }, 'roll_number_check'],
    ['an amount of 0', { amount_paise: '0' }, 'positive_paise_check'],
    ['a negative amount', { amount_paise: '-100' }, 'positive_paise_check'],
    ['a seed of an unknown status', { client_seed_status: `'stolen'` }, 'client_seed_status_check'],
  ])('reject %s', async (_what, change, constraint) => {
    const { completionId } = await makeReadyCompletion();
    expect(await insert(completionId, { ...complete, ...change })).toEqual(refusedBy(CHECK, constraint));
  });

  /** No constraint checks this. `ledger_differences` reports amounts that do not match the odds, see ledger.test.ts. */
  test('win the amount that the odds give for the roll', async () => {
    const { offer_id } = await makeOffer(core(), {
      spinner_config: [
        { amount: 11, permille: 250 },
        { amount: 12, permille: 0 },
        { amount: 13, permille: 1 },
      ],
    });
    const rows = await core().database.sql`
      select r.roll, o.amount_paise::int as paise
      from unnest(array[0, 249, 250, 251, 999]) as r (roll)
      left join offer_odds_outcomes o on o.offer_id = ${offer_id} and o.version = 1
        and r.roll between o.first_roll and o.last_roll
      order by 1`;
    expect(rows.map(({ paise }) => paise)).toEqual([1100, 1100, 1300, null, null]);
    for (const roll of [WINNING_ROLL, LOSING_ROLL]) {
      const { completionId, paise } = await makeSettledCompletion(roll);
      const [spin] = await core().database.sql<{ amount: number | null }[]>`
        select amount_paise as amount from spins where completion_id = ${completionId}`;
      expect(spin?.amount).toBe(roll === WINNING_ROLL ? paise : null);
    }
  });

  test('accept one owed win per spin, and none before the spin', async () => {
    const won = await makeSettledCompletion(WINNING_ROLL);
    const unspun = await makeReadyCompletion();
    const tryOwedWin = (completionId: number) =>
      attempt(`insert into owed_wins (completion_id, amount_paise) values (${completionId}, 100)`);
    expect(await tryOwedWin(won.completionId)).toEqual(refusedBy(UNIQUE, 'owed_wins_pkey'));
    expect(await tryOwedWin(unspun.completionId)).toEqual(
      refusedBy(FOREIGN_KEY, 'owed_wins_completion_id_spins_completion_id_fk'),
    );
  });
});

test.each(['spins', 'offer_odds', 'offer_odds_outcomes'])('rejects a truncate of %s', async (table) => {
  expect((await attempt(`truncate ${table} cascade`)).code).toBe(CHECK);
});

describe('odds', () => {
  const fiveOutcomes = Array.from({ length: 5 }, (_, i) => ({ amount: i + 1, permille: 100 }));
  const insertOdds = (offerId: number, version: number, odds: unknown) =>
    attempt(`insert into offer_odds (offer_id, version, odds)
      values (${offerId}, ${version}, '${JSON.stringify(odds)}')`);

  test.each<[string, unknown]>([
    [
      'of 100 %',
      [
        { amount: 5, permille: 990 },
        { amount: 6, permille: 10 },
      ],
    ],
    [
      'above 100 %',
      [
        { amount: 5, permille: 600 },
        { amount: 6, permille: 600 },
      ],
    ],
    ['of one reward above 99 %', [{ amount: 5, permille: 991 }]],
    ['with six rewards', [...fiveOutcomes, { amount: 6, permille: 1 }]],
    ['without rewards', []],
    ['with a negative chance', [{ amount: 5, permille: -1 }]],
    [
      'with a negative chance that offsets others',
      [
        { amount: 5, permille: 990 },
        { amount: 5, permille: -100 },
        { amount: 5, permille: 200 },
      ],
    ],
    ['with a chance finer than 0.1 %', [{ amount: 5, permille: 10.5 }]],
    ['with a fraction of a rupee', [{ amount: 5.5, permille: 10 }]],
    ['with an amount of 0', [{ amount: 0, permille: 10 }]],
    ['with a negative amount', [{ amount: -5, permille: 10 }]],
    ['with numbers as text', [{ amount: '5', permille: '10' }]],
    ['without a chance', [{ amount: 5 }]],
    ['without an amount', [{ permille: 5 }]],
    ['with a null amount', [{ amount: null, permille: 10 }]],
    ['that are not a list', { amount: 5, permille: 10 }],
    ['that are a number', 5],
    ['with a number as a reward', [5]],
    ['with a list as a reward', [[5, 10]]],
  ])('%s are rejected', async (_what, odds) => {
    const { offerId } = await makeReadyCompletion();
    expect(await insertOdds(offerId, 2, odds)).toEqual(refusedBy(CHECK, 'offer_odds_odds'));
  });

  test.each<[string, unknown]>([
    [
      '99.9 % in total',
      [
        { amount: 5, permille: 990 },
        { amount: 6, permille: 9 },
      ],
    ],
    ['five rewards', fiveOutcomes],
    ['a chance of 0', [{ amount: 5, permille: 0 }]],
  ])('accept %s', async (_what, odds) => {
    const { offer_id } = await makeOffer(core());
    expect((await insertOdds(offer_id, 2, odds)).code).toBe(ACCEPTED);
  });

  test('accept each version of a known offer once, numbered from 1', async () => {
    const { offerId } = await makeReadyCompletion();
    expect(await insertOdds(offerId, 1, fiveOutcomes)).toEqual(refusedBy(UNIQUE, 'offer_odds_pkey'));
    expect(await insertOdds(offerId, 0, fiveOutcomes)).toEqual(refusedBy(CHECK, 'offer_odds_version'));
    expect(await insertOdds(999_999_999, 1, fiveOutcomes)).toEqual(
      refusedBy(FOREIGN_KEY, 'offer_odds_offer_id_offers_id_fk'),
    );
  });

  test('reject changes to a version and its outcomes', async () => {
    const { offerId } = await makeReadyCompletion();
    const statements = [
      `update offer_odds set odds = '${JSON.stringify(fiveOutcomes)}'`,
      'update offer_odds set version = version + 1',
      'delete from offer_odds',
      'update offer_odds_outcomes set amount_paise = amount_paise + 100',
      'update offer_odds_outcomes set last_roll = 0',
      'delete from offer_odds_outcomes',
    ];
    for (const statement of statements)
      expect(await attempt(`${statement} where offer_id = ${offerId}`)).toEqual(refusedBy(CHECK));
  });
});
