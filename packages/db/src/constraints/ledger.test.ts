import { completeOffer, postback } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { beforeAll, describe, expect, test } from 'vitest';
import { LOSING_ROLL, prepareConstraints, WINNING_ROLL } from '../testing/constraints.ts';

/**
 * `npm run verify -- ledger` finds errors that no constraint can prevent. Each test corrupts a ledger in one way and
 * expects a report of this error. An owed win is a win whose amount is out of stock, so its user waits for a voucher.
 */

const { core, makeReadyCompletion, makeSettledCompletion, makeVoucher, network } = prepareConstraints();

const listDifferences = async (sql: { unsafe(query: string): PromiseLike<unknown> }): Promise<string[]> =>
  ((await sql.unsafe('select what from ledger_differences() order by 1')) as { what: string }[]).map(
    ({ what }) => what,
  );

/** Ids of one row of each kind that the statements below corrupt. */
const ids: Record<string, number> = {};

beforeAll(async () => {
  const { sql } = core().database;
  const won = await makeSettledCompletion(WINNING_ROLL, 1);
  const [award] = await sql<{ id: number }[]>`
    select voucher_id as id from voucher_awards where completion_id = ${won.completionId}`;
  const owed = await makeSettledCompletion(WINNING_ROLL);
  const replaced = await makeVoucher('assigned');
  const [amount] = await sql<{ rupees: number }[]>`
    select amount_paise / 100 as rupees from vouchers where id = ${replaced.id}`;
  await addStock(core(), { amount: amount?.rupees ?? 0, count: 1 });
  await sql`
    select replace_voucher(${JSON.stringify(anyAdmin)}::text::jsonb, ${replaced.id}::bigint, 'refused at the till')`;
  const { offer_id: offer } = await makeOffer(core());
  const reversed = await completeOffer(core(), network(), await makeUser(core()), offer);
  await postback(core(), network(), {
    click_id: reversed.clickId,
    transaction_id: reversed.transactionId,
    status: 'reversed',
  });
  Object.assign(ids, {
    won: won.completionId,
    won_paise: won.paise,
    offer: won.offerId,
    award: award?.id,
    owed: owed.completionId,
    owed_paise: owed.paise,
    lost: (await makeSettledCompletion(LOSING_ROLL)).completionId,
    waiting: (await makeReadyCompletion()).completionId,
    replaced: replaced.completionId,
    withdrawn: replaced.id,
    withheld: reversed.completionId,
    free: (await makeVoucher('available')).id,
    other_free: (await makeVoucher('available')).id,
    expired: (await makeVoucher('expired')).id,
  });
  await makeVoucher('used');
});

test("finds no differences in a ledger written by the product's functions", async () => {
  expect(await listDifferences(core().database.sql)).toEqual([]);
});

/** Fills ids into a text: `{won}` is the completion that won. */
const fillIds = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`there is no row named ${name}`);
    return String(ids[name]);
  });

/** Disables triggers and drops foreign keys, within the transaction. */
const DISABLE_CHECKS = `
  do $$ declare
    tables regclass[] := '{completions,completion_events,spins,owed_wins,vouchers,free_vouchers,voucher_awards,offer_odds,offer_odds_outcomes}';
    c record;
  begin
    for c in select conrelid::regclass as of, conname from pg_constraint where contype = 'f' and conrelid = any(tables)
    loop execute format('alter table %s drop constraint %I', c.of, c.conname); end loop;
    for c in select unnest(tables) as of
    loop execute format('alter table %s disable trigger user', c.of); end loop;
  end $$`;

/** Runs statements without triggers and foreign keys, returns the reported differences, and rolls back. */
async function findDifferencesAfter(statements: string): Promise<string[]> {
  let found: string[] = [];
  const undo = new Error('undo');
  await core()
    .database.sql.begin(async (tx) => {
      await tx.unsafe(DISABLE_CHECKS);
      await tx.unsafe(fillIds(statements));
      found = await listDifferences(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('finds', () => {
  test.each<[string, string, string[]]>([
    [
      'a win without a voucher or an owed win',
      'delete from owed_wins where completion_id = {owed}',
      ['completion {owed} won {owed_paise} paise and has neither a voucher nor an owed win'],
    ],
    [
      'a withdrawn voucher without a replacement',
      `update vouchers set withdrawn_at = now(), withdrawn_reason = 'r' where id = {award}`,
      ['completion {won} won {won_paise} paise and has neither a voucher nor an owed win'],
    ],
    [
      'a win with both a voucher and an owed win',
      'insert into owed_wins (completion_id, amount_paise) values ({won}, {won_paise})',
      ['completion {won} has a voucher and an owed win'],
    ],
    [
      'an owed win for a losing spin',
      'insert into owed_wins (completion_id, amount_paise) values ({lost}, 100)',
      ['completion {lost} is owed 100 paise and won nothing'],
    ],
    [
      'an owed win with the wrong amount',
      'update owed_wins set amount_paise = 100 where completion_id = {owed}',
      ['completion {owed} is owed 100 paise and won {owed_paise}'],
    ],
    [
      'an award whose amount differs from the win',
      `update voucher_awards set amount_paise = 100 where voucher_id = {award};
       update vouchers set amount_paise = 100 where id = {award}`,
      ['completion {won} got a voucher of 100 paise and won {won_paise}'],
    ],
    [
      'two vouchers of one win',
      'update vouchers set withdrawn_at = null, withdrawn_reason = null where id = {withdrawn}',
      ['completion {replaced} has 2 vouchers that were not withdrawn'],
    ],
    [
      'a gap in the numbers of the awards',
      'update voucher_awards set award_number = 3 where completion_id = {replaced} and award_number = 2',
      ['completion {replaced} has 2 awards, numbered from 1 to 3'],
    ],
    [
      'awards whose numbers do not start at 1',
      'update voucher_awards set award_number = 2 where completion_id = {won}',
      ['completion {won} has 1 awards, numbered from 2 to 2'],
    ],
    [
      'a changed seed',
      `update completions set seed = decode(repeat('77', 32), 'hex') where id = {won}`,
      ['completion {won} has a commitment that does not match its seed'],
    ],
    [
      'a transaction that counts twice',
      `insert into completion_events (completion_id, kind, network_id, transaction_id)
       select {lost}, 'adopted', network_id, transaction_id from completions where id = {won} and id < {lost}`,
      ['transaction {transaction} of network {network} counts for completions {won} and {lost}'],
    ],
    [
      'a prize for a losing roll',
      `update spins set roll = 999 where completion_id = {won}`,
      ['completion {won} rolled 999 and won {won_paise} paise, not 0'],
    ],
    [
      'a loss for a winning roll',
      `update spins set roll = 0 where completion_id = {lost}`,
      ['completion {lost} rolled 0 and won 0 paise, not {lost_paise}'],
    ],
    [
      'a completion that got other odds after its spin',
      `update completions set odds_version = 2 where id = {won};
       insert into offer_odds (offer_id, version, odds) values ({offer}, 2, '[{"amount":7,"permille":900}]');
       insert into offer_odds_outcomes (offer_id, version, first_roll, last_roll, amount_paise)
       values ({offer}, 2, 0, 899, 700)`,
      ['completion {won} rolled 0 and won {won_paise} paise, not 700'],
    ],
    [
      'outcomes that do not match the odds',
      'update offer_odds_outcomes set amount_paise = 100 where offer_id = {offer} and first_roll = 0',
      ['offer {offer}, odds version 1: rolls 0 to 989 win 100 paise, not {won_paise}'],
    ],
    [
      'missing outcomes',
      `insert into offer_odds (offer_id, version, odds) values ({offer}, 2, '[{"amount":7,"permille":900}]')`,
      ['offer {offer}, odds version 2: rolls 0 to 899 win 0 paise, not 700'],
    ],
    [
      'a spin of a completion that was never confirmed',
      'update completions set approved_at = null where id = {lost}',
      ['completion {lost} was spun and never confirmed'],
    ],
    [
      'a withheld spin without a reversal',
      `insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
        values ({waiting}, 0, 0, '', 'open')`,
      ['spin of completion {waiting} is withheld without a reversal'],
    ],
    [
      'a reversal without a withheld spin',
      'delete from spins where completion_id = {withheld}',
      ['completion {withheld} was reversed before its spin, which is not withheld'],
    ],
    [
      'a won voucher in the stock',
      `insert into free_vouchers (amount_paise, expiry_date, voucher_id)
       select amount_paise, expiry_date, id from vouchers where id = {award}`,
      ['voucher {award} is free and was won'],
    ],
    [
      'an expired voucher in the stock',
      `insert into free_vouchers (amount_paise, expiry_date, voucher_id)
       select amount_paise, expiry_date, id from vouchers where id = {expired}`,
      ['voucher {expired} is free and was expired'],
    ],
    [
      'a won voucher that is expired',
      'update vouchers set expired_at = now() where id = {award}',
      ['voucher {award} was won and is expired'],
    ],
    [
      'a used voucher that nobody won and that is in the stock',
      'update vouchers set used_at = now() where id = {free}',
      ['voucher {free} is free and was used', 'voucher {free} was used without a win'],
    ],
    [
      'a withdrawn voucher without a winner',
      `delete from free_vouchers where voucher_id = {free};
       update vouchers set withdrawn_at = now(), withdrawn_reason = 'r' where id = {free}`,
      ['voucher {free} was withdrawn without a win'],
    ],
    [
      'a free voucher missing from the stock',
      'delete from free_vouchers where voucher_id = {free}',
      ['voucher {free} is not in the stock, but was neither won nor expired'],
    ],
    [
      'a stock row that differs from its voucher',
      `update free_vouchers set expiry_date = '2001-01-01' where voucher_id = {free}`,
      [
        'stock row of voucher {free} says {free_paise} paise until 2001-01-01, its voucher says {free_paise} until 2099-12-31',
      ],
    ],
    [
      'an owed win while a voucher of its amount is free',
      `update vouchers set amount_paise = {owed_paise} where id = {free};
       update free_vouchers set amount_paise = {owed_paise} where voucher_id = {free}`,
      ['1 wins of {owed_paise} paise are owed although a voucher is in stock'],
    ],
  ])('%s', async (_what, statements, lines) => {
    const { sql } = core().database;
    const [known] = await sql<Record<string, number>[]>`
      select (select amount_paise from vouchers where id = ${ids['free'] ?? 0}) as free_paise,
        (select o.amount_paise from completions c join offer_odds_outcomes o on o.offer_id = c.offer_id
          where c.id = ${ids['lost'] ?? 0} and o.first_roll = 0) as lost_paise,
        (select network_id from completions where id = ${ids['won'] ?? 0}) as network`;
    Object.assign(ids, known);
    const [{ transaction } = { transaction: '' }] = await sql<{ transaction: string }[]>`
      select transaction_id as transaction from completions where id = ${ids['won'] ?? 0}`;
    const found = await findDifferencesAfter(statements);
    // Changed spins, approvals or odds also change figures; `figure_differences` reports those.
    expect(found.filter((line) => !line.startsWith('figures of '))).toEqual(
      lines.map((line) => fillIds(line.replace('{transaction}', transaction))),
    );
  });

  test('figures that differ from the completions and spins', async () => {
    expect(
      await findDifferencesAfter(
        'update user_stats set spins = spins + 1 where user_id = (select min(user_id) from user_stats)',
      ),
    ).toEqual([
      expect.stringMatching(/^figures of user \d+: shown /),
      expect.stringMatching(/^sums of all users: parts /),
    ]);
  });

  test('no difference for an expired free voucher, which cannot fill an owed win', async () => {
    const statements = `
      update vouchers set amount_paise = {owed_paise}, expiry_date = '2001-01-01' where id = {free};
      update free_vouchers set amount_paise = {owed_paise}, expiry_date = '2001-01-01' where voucher_id = {free};
      -- The counting triggers are disabled, too.
      select recount_vouchers()`;
    expect(await findDifferencesAfter(statements)).toEqual([]);
  });

  test('no difference for a spin that came before the reversal', async () => {
    expect(
      await findDifferencesAfter(`insert into completion_events (completion_id, kind) values ({won}, 'reversed')`),
    ).toEqual([]);
  });
});
