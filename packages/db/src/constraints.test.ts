import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import type { TestUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { readyToSpin, settle, voucherOf } from '@inaam/testing/factories/spins';
import { stock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What must never happen is refused by the database itself, whoever asks and with whatever statement. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const CHECK = '23514';
const UNIQUE = '23505';
const FOREIGN = '23503';

/** Runs a statement as a program gone wrong might. @returns the SQLSTATE and the constraint that refused it */
async function refusal(statement: string): Promise<{ code: string; constraint: string | undefined }> {
  try {
    await core.database.sql.unsafe(statement);
  } catch (error) {
    const { code, constraint_name: constraint } = error as { code: string; constraint_name?: string };
    return { code, constraint };
  }
  return { code: 'nobody refused it', constraint: undefined };
}

const by = (code: string, constraint?: string) => ({ code, constraint });

interface Ready {
  user: TestUser;
  offerId: number;
  completionId: number;
  paise: number;
}

/** An amount of each test's own: stock of it goes to nobody else, and no older win waits for it. */
let last = 1000;
const nextAmount = (): number => ++last;

async function ready(amount = nextAmount()): Promise<Ready> {
  return { ...(await readyToSpin(core, network, amount)), paise: amount * 100 };
}

const WINS = 0;
const LOSES = 999;

async function settled(roll: number, inStock = 0): Promise<Ready> {
  const amount = nextAmount();
  if (inStock > 0) await stock(core, { amount, count: inStock });
  const made = await ready(amount);
  await settle(core, made.completionId, roll);
  return made;
}

async function voucher(status: 'available' | 'assigned' | 'used' | 'expired'): Promise<number> {
  const { sql } = core.database;
  if (status === 'assigned' || status === 'used') {
    const { completionId } = await settled(WINS, 1);
    const id = (await voucherOf(core, completionId)) ?? 0;
    if (status === 'used') await sql`update vouchers set status = 'used', used_at = now() where id = ${id}`;
    return id;
  }
  const [code] = await stock(core, { amount: nextAmount(), count: 1 });
  await sql`update vouchers set status = ${status} where code = ${code ?? ''}`;
  const [row] = await sql<{ id: number }[]>`select id from vouchers where code = ${code ?? ''}`;
  return row?.id ?? 0;
}

describe('vouchers', () => {
  test('one voucher is not given to two spins', async () => {
    const id = await voucher('assigned');
    const { completionId } = await settled(WINS);
    expect(await refusal(`update vouchers set completion_id = ${completionId} where id = ${id}`)).toEqual(by(CHECK));
  });

  test('one spin does not get two vouchers', async () => {
    const { completionId } = await settled(WINS, 1);
    const id = await voucher('available');
    const give = `update vouchers set status = 'assigned', assigned_at = now(), completion_id = ${completionId} where id = ${id}`;
    expect(await refusal(give)).toEqual(by(UNIQUE, 'vouchers_completion_id_key'));
  });

  test('a code is in stock once', async () => {
    const [code] = await stock(core, { amount: nextAmount(), count: 1 });
    const insert = `insert into vouchers (code, type, brand, amount_paise, expiry_date)
      values ('${code}', 'amazon', 'Amazon', 100, '2099-01-01')`;
    expect(await refusal(insert)).toEqual(by(UNIQUE, 'vouchers_code_key'));
  });

  test('a winner who is not there, or a status without its winner, is refused', async () => {
    const id = await voucher('available');
    const give = (rest: string) => refusal(`update vouchers set ${rest} where id = ${id}`);
    expect(await give(`status = 'assigned', assigned_at = now(), completion_id = 999999999`)).toEqual(
      by(FOREIGN, 'vouchers_completion_id_spins_completion_id_fk'),
    );
    expect(await give(`status = 'assigned'`)).toEqual(by(CHECK, 'vouchers_winner'));
    const { completionId } = await settled(LOSES);
    expect(await give(`completion_id = ${completionId}, assigned_at = now()`)).toEqual(by(CHECK, 'vouchers_winner'));
    expect(await give(`status = 'assigned', completion_id = ${completionId}`)).toEqual(by(CHECK, 'vouchers_winner'));
  });

  const statuses = ['available', 'assigned', 'used', 'expired'] as const;
  const allowed = ['available→assigned', 'available→expired', 'expired→available', 'assigned→used'];
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  test.each(pairs)('the move from %s to %s', async (from, to) => {
    const id = await voucher(from);
    // Everything that goes with the new status is right, so that the move alone is judged.
    const won = to === 'assigned' || to === 'used';
    const had = from === 'assigned' || from === 'used';
    const winner = won && !had ? `, assigned_at = now(), completion_id = ${(await settled(WINS)).completionId}` : '';
    const noWinner = !won && had ? ', assigned_at = null, completion_id = null' : '';
    const used = to === 'used' ? ', used_at = now()' : ', used_at = null';
    const said = await refusal(`update vouchers set status = '${to}'${winner}${noWinner}${used} where id = ${id}`);
    const may = from === to || allowed.includes(`${from}→${to}`);
    expect(said.code).toBe(may ? 'nobody refused it' : CHECK);
    const [row] = await core.database.sql<{ status: string }[]>`select status from vouchers where id = ${id}`;
    expect(row?.status).toBe(may ? to : from);
  });

  test.each(['assigned', 'used', 'expired'])('none is born %s', async (status) => {
    const { completionId } = await settled(LOSES);
    const won =
      status === 'expired' ? 'null, null, null' : `${completionId}, now(), ${status === 'used' ? 'now()' : 'null'}`;
    const insert = `insert into vouchers (code, type, brand, amount_paise, expiry_date, status, completion_id, assigned_at, used_at)
      values ('born-${status}', 'amazon', 'Amazon', 100, '2099-01-01', '${status}', ${won})`;
    expect(await refusal(insert)).toEqual(by(CHECK));
  });

  test('one that was won is not deleted, and keeps its code, its amount and its winner', async () => {
    for (const status of ['assigned', 'used'] as const) {
      const id = await voucher(status);
      expect(await refusal(`delete from vouchers where id = ${id}`)).toEqual(by(CHECK));
      for (const change of [`code = 'other'`, 'amount_paise = 1', 'completion_id = null, assigned_at = null']) {
        expect((await refusal(`update vouchers set ${change} where id = ${id}`)).code).toBe(CHECK);
      }
    }
  });

  test('an amount is more than nothing; types and statuses are the known ones', async () => {
    const insert = (type: string, amount: number) =>
      refusal(`insert into vouchers (code, type, brand, amount_paise, expiry_date)
        values ('amount-${type}${amount}', '${type}', 'Amazon', ${amount}, '2099-01-01')`);
    expect(await insert('amazon', 0)).toEqual(by(CHECK, 'vouchers_amount'));
    expect(await insert('amazon', -100)).toEqual(by(CHECK, 'vouchers_amount'));
    expect(await insert('gold', 100)).toEqual(by(CHECK, 'vouchers_type'));
  });
});

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
    const { completionId } = await settled(WINS);
    expect((await refusal(`update spins set ${change} where completion_id = ${completionId}`)).code).toBe(CHECK);
  });

  test('a win does not become owed again, nor a loss a win', async () => {
    const won = await settled(WINS, 1);
    const { completionId: lost } = await settled(LOSES);
    expect((await refusal(`update spins set outcome = 'owed' where completion_id = ${won.completionId}`)).code).toBe(
      CHECK,
    );
    for (const outcome of ['owed', 'won']) {
      expect((await refusal(`update spins set outcome = '${outcome}' where completion_id = ${lost}`)).code).toBe(CHECK);
    }
  });

  test('a completion has one spin, and it is never deleted', async () => {
    const { completionId } = await ready();
    const insert = `insert into spins (completion_id, seed, odds) select completion_id, seed, odds from spins where completion_id = ${completionId}`;
    expect(await refusal(insert)).toEqual(by(UNIQUE, 'spins_pkey'));
    expect(await refusal(`delete from spins where completion_id = ${completionId}`)).toEqual(by(CHECK));
    expect((await refusal(`update spins set completion_id = 1 where completion_id = ${completionId}`)).code).toBe(
      CHECK,
    );
  });

  test('a roll gives what its odds say, and no other amount', async () => {
    const { completionId, paise } = await ready();
    const write = (roll: number, outcome: string, amount: number | null) =>
      refusal(`update spins set spun_at = now(), client_seed = '', roll = ${roll}, landing_part = 0, outcome = '${outcome}',
        amount_paise = ${amount} where completion_id = ${completionId}`);
    expect(await write(0, 'owed', paise + 100)).toEqual(by(CHECK, 'spins_amount'));
    expect(await write(0, 'lost', null)).toEqual(by(CHECK, 'spins_amount'));
    expect(await write(999, 'owed', paise)).toEqual(by(CHECK, 'spins_amount'));
    expect(await write(0, 'lost', paise)).toEqual(by(CHECK, 'spins_amount_outcome'));
    expect((await write(1000, 'lost', null)).code).toBe(CHECK);
    expect((await write(-1, 'owed', paise)).code).toBe(CHECK);
    expect(await write(0, 'waiting', null)).toMatchObject({ code: CHECK });
    expect(await write(0, 'owed', paise)).toEqual({ code: 'nobody refused it', constraint: undefined });
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
    await core.database.sql`alter table spins disable trigger spins_guard`;
    try {
      expect(await refusal(`update spins set seed = '\\x00' where completion_id = ${completionId}`)).toEqual(
        by(CHECK, 'spins_seed'),
      );
    } finally {
      await core.database.sql`alter table spins enable trigger spins_guard`;
    }
  });
});

describe('completions', () => {
  /** The completion once more, but for what is given. */
  const again = (completionId: number, { user = 'user_id', transaction = 'transaction_id' }) =>
    refusal(`
      insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency, rate_micros)
      select ${user}, offer_id, click_id, network_id, ${transaction}, payout_paise, currency, rate_micros
      from completions where id = ${completionId}`);

  test('a transaction is counted once', async () => {
    const { completionId } = await ready();
    const other = await ready();
    expect(await again(completionId, { user: String(other.user.id) })).toEqual(
      by(UNIQUE, 'completions_transaction_key'),
    );
  });

  test('an offer is completed once by a user', async () => {
    const { completionId } = await ready();
    expect(await again(completionId, { transaction: `'another transaction'` })).toEqual(
      by(UNIQUE, 'completions_user_offer_key'),
    );
  });

  test.each([
    'user_id = user_id + 1',
    'offer_id = offer_id + 1',
    'click_id = click_id + 1',
    'network_id = network_id + 1',
    `transaction_id = 'another'`,
    'payout_paise = payout_paise + 1',
    `completed_at = completed_at + interval '1 day'`,
  ])('its facts stay: %s', async (change) => {
    const { completionId } = await ready();
    expect(await refusal(`update completions set ${change} where id = ${completionId}`)).toEqual(by(CHECK));
  });

  test('a reversal is final and dated; a completion is never deleted', async () => {
    const { completionId } = await ready();
    const update = (change: string) => refusal(`update completions set ${change} where id = ${completionId}`);
    expect(await update(`status = 'reversed'`)).toEqual(by(CHECK, 'completions_reversed'));
    expect(await update('reversed_at = now()')).toEqual(by(CHECK, 'completions_reversed'));
    await core.database.sql`update completions set status = 'reversed', reversed_at = now() where id = ${completionId}`;
    expect(await update(`status = 'approved', reversed_at = null`)).toEqual(by(CHECK));
    expect(await refusal(`delete from completions where id = ${completionId}`)).toEqual(by(CHECK));
  });
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
    expect(await refusal(`update offers set odds = '${json}' where id = ${offerId}`)).toEqual(by(CHECK, 'offers_odds'));
    await core.database.sql`alter table spins disable trigger spins_guard`;
    try {
      const said = await refusal(`update spins set odds = '${json}' where completion_id = ${completionId}`);
      expect(said).toEqual(by(CHECK, 'spins_odds'));
    } finally {
      await core.database.sql`alter table spins enable trigger spins_guard`;
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
    const { offer_id } = await makeOffer(core);
    expect((await refusal(`update offers set odds = '${JSON.stringify(odds)}' where id = ${offer_id}`)).code).toBe(
      'nobody refused it',
    );
  });
});

test('people: one account per address, in lower case, with a way in', async () => {
  const insert = (email: string, hash: string) =>
    refusal(`insert into users (email, first_name, last_name, password_hash) values ('${email}', 'A', 'B', ${hash})`);
  expect((await insert('one@example.com', `'h'`)).code).toBe('nobody refused it');
  expect(await insert('one@example.com', `'h'`)).toEqual(by(UNIQUE, 'users_email_key'));
  expect(await insert('One@example.com', `'h'`)).toEqual(by(CHECK, 'users_email_lower'));
  expect(await insert('two@example.com', 'null')).toEqual(by(CHECK, 'users_can_sign_in'));
});

describe('facts are not swept away', () => {
  test.each(['vouchers', 'spins cascade', 'completions cascade', 'audit_log'])('truncate %s', async (table) => {
    expect((await refusal(`truncate ${table}`)).code).toBe(CHECK);
  });

  test.each(["update audit_log set actor_name = 'somebody else'", 'delete from audit_log'])('%s', async (statement) => {
    await ready();
    expect((await refusal(statement)).code).toBe(CHECK);
  });
});
