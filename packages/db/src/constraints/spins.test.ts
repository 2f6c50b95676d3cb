import { makeOffer } from '@inaam/testing/factories/offers';
import { describe, expect, test } from 'vitest';
import {
  ACCEPTED,
  CHECK,
  LOSING_ROLL,
  prepareConstraints,
  refusedBy,
  UNIQUE,
  WINNING_ROLL,
} from '../testing/constraints.ts';

const { core, ready, refusal, settled } = prepareConstraints();

describe('spins', () => {
  test.each([
    ['the roll', 'roll = 1'],
    ['the seed', `seed = decode(repeat('00', 32), 'hex')`],
    ['the odds', `odds = '[{"amount":41,"tenths":1}]'`],
    ["the client's seed", `client_seed = 'another'`],
    ['the angle', 'landing_part = 1'],
    ['the amount', 'amount_paise = 100'],
    ['the time', `spun_at = now() + interval '1 second'`],
    ['the outcome, to none at all', `outcome = 'lost'`],
    [
      'all of it, to spin again',
      `outcome = 'waiting', spun_at = null, client_seed = null, roll = null, landing_part = null, amount_paise = null`,
    ],
  ])('a settled spin keeps %s', async (_what, change) => {
    const { completionId } = await settled(WINNING_ROLL);
    expect((await refusal(`update spins set ${change} where completion_id = ${completionId}`)).code).toBe(CHECK);
  });

  test('a win does not become owed again, nor a loss a win', async () => {
    const won = await settled(WINNING_ROLL, 1);
    const { completionId: lost } = await settled(LOSING_ROLL);
    expect((await refusal(`update spins set outcome = 'owed' where completion_id = ${won.completionId}`)).code).toBe(
      CHECK,
    );
    for (const outcome of ['owed', 'won']) {
      expect((await refusal(`update spins set outcome = '${outcome}' where completion_id = ${lost}`)).code).toBe(CHECK);
    }
  });

  test('a completion has one spin, and it is never deleted', async () => {
    const { completionId } = await ready();
    const insert = `
      insert into spins (completion_id, seed, odds)
      select completion_id, seed, odds from spins where completion_id = ${completionId}`;
    expect(await refusal(insert)).toEqual(refusedBy(UNIQUE, 'spins_pkey'));
    expect(await refusal(`delete from spins where completion_id = ${completionId}`)).toEqual(refusedBy(CHECK));
    expect((await refusal(`update spins set completion_id = 1 where completion_id = ${completionId}`)).code).toBe(
      CHECK,
    );
  });

  test('a roll gives what its odds say, and no other amount', async () => {
    const { completionId, paise } = await ready();
    const write = (roll: number, outcome: string, amount: number | null) =>
      refusal(`
        update spins set spun_at = now(), client_seed = '', roll = ${roll}, landing_part = 0, outcome = '${outcome}',
          amount_paise = ${amount} where completion_id = ${completionId}`);
    expect(await write(0, 'owed', paise + 100)).toEqual(refusedBy(CHECK, 'spins_amount'));
    expect(await write(0, 'lost', null)).toEqual(refusedBy(CHECK, 'spins_amount'));
    expect(await write(999, 'owed', paise)).toEqual(refusedBy(CHECK, 'spins_amount'));
    expect(await write(0, 'lost', paise)).toEqual(refusedBy(CHECK, 'spins_amount_outcome'));
    expect((await write(1000, 'lost', null)).code).toBe(CHECK);
    expect((await write(-1, 'owed', paise)).code).toBe(CHECK);
    expect(await write(0, 'waiting', null)).toMatchObject({ code: CHECK });
    expect(await write(0, 'owed', paise)).toEqual({ code: ACCEPTED, constraint: undefined });
  });

  test('a spin is not half settled', async () => {
    const { completionId } = await ready();
    for (const part of [
      'spun_at = now()',
      `outcome = 'lost'`,
      'roll = 999',
      `spun_at = now(), roll = 999, outcome = 'lost'`,
    ]) {
      expect((await refusal(`update spins set ${part} where completion_id = ${completionId}`)).code).toBe(CHECK);
    }
  });

  test('the seed is 32 bytes', async () => {
    const { completionId } = await ready();
    await core().database.sql`alter table spins disable trigger spins_guard`;
    try {
      expect(await refusal(`update spins set seed = '\\x00' where completion_id = ${completionId}`)).toEqual(
        refusedBy(CHECK, 'spins_seed'),
      );
    } finally {
      await core().database.sql`alter table spins enable trigger spins_guard`;
    }
  });
});

test('they are not truncated', async () => {
  expect((await refusal('truncate spins cascade')).code).toBe(CHECK);
});

describe('odds', () => {
  const five = Array.from({ length: 5 }, (_, i) => ({ amount: i + 1, tenths: 100 }));
  test.each<[string, unknown]>([
    [
      'of 100 %',
      [
        { amount: 5, tenths: 990 },
        { amount: 6, tenths: 10 },
      ],
    ],
    [
      'above 100 %',
      [
        { amount: 5, tenths: 600 },
        { amount: 6, tenths: 600 },
      ],
    ],
    ['of one reward above 99 %', [{ amount: 5, tenths: 991 }]],
    ['with six rewards', [...five, { amount: 6, tenths: 1 }]],
    ['with none', []],
    ['with a negative chance', [{ amount: 5, tenths: -1 }]],
    [
      'with a negative chance that makes room',
      [
        { amount: 5, tenths: 990 },
        { amount: 5, tenths: -100 },
        { amount: 5, tenths: 200 },
      ],
    ],
    ['finer than a tenth', [{ amount: 5, tenths: 10.5 }]],
    ['of a broken rupee', [{ amount: 5.5, tenths: 10 }]],
    ['of nothing', [{ amount: 0, tenths: 10 }]],
    ['of less than nothing', [{ amount: -5, tenths: 10 }]],
    ['in text', [{ amount: '5', tenths: '10' }]],
    ['without a chance', [{ amount: 5 }]],
    ['without an amount', [{ tenths: 5 }]],
    ['of null', [{ amount: null, tenths: 10 }]],
    ['that are no list', { amount: 5, tenths: 10 }],
    ['that are a number', 5],
    ['of numbers', [5]],
    ['of lists', [[5, 10]]],
  ])('%s are refused, on offers and on spins', async (_what, odds) => {
    const { offerId, completionId } = await ready();
    const json = JSON.stringify(odds);
    expect(await refusal(`update offers set odds = '${json}' where id = ${offerId}`)).toEqual(
      refusedBy(CHECK, 'offers_odds'),
    );
    await core().database.sql`alter table spins disable trigger spins_guard`;
    try {
      const refused = await refusal(`update spins set odds = '${json}' where completion_id = ${completionId}`);
      expect(refused).toEqual(refusedBy(CHECK, 'spins_odds'));
    } finally {
      await core().database.sql`alter table spins enable trigger spins_guard`;
    }
  });

  test.each<[string, unknown]>([
    [
      '99.9 % in all',
      [
        { amount: 5, tenths: 990 },
        { amount: 6, tenths: 9 },
      ],
    ],
    ['five rewards', five],
    ['a chance of nothing', [{ amount: 5, tenths: 0 }]],
  ])('%s is allowed', async (_what, odds) => {
    const { offer_id } = await makeOffer(core());
    expect((await refusal(`update offers set odds = '${JSON.stringify(odds)}' where id = ${offer_id}`)).code).toBe(
      ACCEPTED,
    );
  });
});
