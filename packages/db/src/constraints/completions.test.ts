import { describe, expect, test } from 'vitest';
import { ACCEPTED, CHECK, FOREIGN_KEY, prepareConstraints, refusedBy, UNIQUE } from '../testing/constraints.ts';

const { attempt, core, makeReadyCompletion } = prepareConstraints();

/** Inserts a copy of the completion with the given columns changed. */
const insertCopy = (completionId: number, others: Record<string, string>) => {
  const columns = [
    'user_id',
    'offer_id',
    'odds_version',
    'click_id',
    'network_id',
    'transaction_id',
    'payout_paise',
    'currency',
    'rate_micros',
    'approved_at',
    'held_until',
    'source',
    'seed',
    'commitment',
    'client_seed_hash',
  ];
  const values = columns.map((column) => others[column] ?? column);
  return attempt(`
    insert into completions (${columns.join(', ')})
    select ${values.join(', ')} from completions where id = ${completionId}`);
};

describe('completions', () => {
  test('accept a transaction once', async () => {
    const { completionId } = await makeReadyCompletion();
    const other = await makeReadyCompletion();
    expect(await insertCopy(completionId, { user_id: String(other.user.id) })).toEqual(
      refusedBy(UNIQUE, 'completions_transaction_key'),
    );
  });

  test('accept an offer once per user', async () => {
    const { completionId } = await makeReadyCompletion();
    expect(await insertCopy(completionId, { transaction_id: `'another transaction'` })).toEqual(
      refusedBy(UNIQUE, 'completions_user_offer_key'),
    );
  });

  test.each([
    ['odds that the offer does not have', { odds_version: '99' }, FOREIGN_KEY, 'completions_odds_fk'],
    ['a commitment that is no SHA-256', { commitment: `'\\x00'` }, CHECK, 'completions_seed'],
    [
      "a hash of the client's seed that is no SHA-256",
      { client_seed_hash: `'\\x00'` },
      CHECK,
      'completions_client_seed_hash',
    ],
    ['a hold without an approval', { approved_at: 'null', held_until: 'now()' }, CHECK, 'completions_held'],
    ['a negative payout', { payout_paise: '-1' }, CHECK, 'completions_payout'],
    ['an unknown source', { source: `'rumour'` }, CHECK, 'completions_source'],
  ])('reject %s', async (_what, change: Record<string, string>, code, constraint) => {
    const { completionId } = await makeReadyCompletion();
    const other = await makeReadyCompletion();
    // Everything else is valid, so only this change can be rejected.
    const valid = { user_id: String(other.user.id), transaction_id: `'other ${completionId}'` };
    expect(await insertCopy(completionId, { ...valid, ...change })).toEqual(refusedBy(code, constraint));
    expect((await insertCopy(completionId, valid)).code).toBe(ACCEPTED);
  });

  test.each([
    'user_id = user_id + 1',
    'offer_id = offer_id + 1',
    'odds_version = odds_version + 1',
    'click_id = click_id + 1',
    'network_id = network_id + 1',
    `transaction_id = 'another'`,
    'payout_paise = payout_paise + 1',
    `completed_at = completed_at + interval '1 day'`,
    'approved_at = null',
    `seed = decode(repeat('00', 32), 'hex')`,
    'commitment = sha256(seed)',
    'client_seed_hash = null',
    `xid = '0'`,
  ])('reject a change: %s', async (change) => {
    const { completionId } = await makeReadyCompletion();
    expect(await attempt(`update completions set ${change} where id = ${completionId}`)).toEqual(refusedBy(CHECK));
  });

  test('reject a deletion', async () => {
    const { completionId } = await makeReadyCompletion();
    expect(await attempt(`delete from completions where id = ${completionId}`)).toEqual(refusedBy(CHECK));
  });
});

describe('completion events', () => {
  const insertEvent = (completionId: number, kind: string, columns: Record<string, string> = {}) =>
    attempt(`
      insert into completion_events (${['completion_id', 'kind', ...Object.keys(columns)].join(', ')})
      values (${[String(completionId), `'${kind}'`, ...Object.values(columns)].join(', ')})`);
  const network = '(select max(id) from networks)';

  test('record a reversal once, and never change, delete or undo it', async () => {
    const { completionId } = await makeReadyCompletion();
    expect((await insertEvent(completionId, 'reversed')).code).toBe(ACCEPTED);
    expect(await insertEvent(completionId, 'reversed')).toEqual(refusedBy(UNIQUE, 'completion_events_pkey'));
    const statements = [
      `update completion_events set kind = 'approved' where completion_id = ${completionId}`,
      `update completion_events set at = now() - interval '1 day' where completion_id = ${completionId}`,
      `delete from completion_events where completion_id = ${completionId}`,
      'truncate completion_events',
    ];
    for (const statement of statements) expect(await attempt(statement)).toEqual(refusedBy(CHECK));
    // A later approval does not undo the reversal.
    expect((await insertEvent(completionId, 'approved')).code).toBe(ACCEPTED);
    const [row] = await core().database.sql<{ status: string }[]>`
      select status from completion_states where id = ${completionId}`;
    expect(row?.status).toBe('reversed');
  });

  test('reject an unknown completion', async () => {
    expect(await insertEvent(999_999_999, 'reversed')).toEqual(
      refusedBy(FOREIGN_KEY, 'completion_events_completion_id_completions_id_fk'),
    );
  });

  test('let a transaction replace only one manual credit', async () => {
    const [one, other] = [await makeReadyCompletion(), await makeReadyCompletion()];
    const adopted = { network_id: network, transaction_id: `'late ${one.completionId}'` };
    expect((await insertEvent(one.completionId, 'adopted', adopted)).code).toBe(ACCEPTED);
    expect(await insertEvent(other.completionId, 'adopted', adopted)).toEqual(
      refusedBy(UNIQUE, 'completion_events_transaction_key'),
    );
  });

  const payoutColumns = { payout_paise: '100', currency: `'INR'`, rate_micros: '1000000' };
  test.each<[string, string, Record<string, string>, string]>([
    ['an unknown kind', 'forgotten', {}, 'completion_events_kind'],
    ['a hold on an event other than `approved`', 'reversed', { held_until: 'now()' }, 'completion_events_held'],
    ['the event `adopted` without its transaction', 'adopted', {}, 'completion_events_transaction'],
    [
      'a transaction on an event other than `adopted`',
      'approved',
      { network_id: network, transaction_id: `'t'` },
      'completion_events_transaction',
    ],
    ['a payout without its currency', 'approved', { ...payoutColumns, currency: 'null' }, 'completion_events_payout'],
    ['a payout without its rate', 'approved', { ...payoutColumns, rate_micros: 'null' }, 'completion_events_payout'],
    ['a negative payout', 'approved', { ...payoutColumns, payout_paise: '-1' }, 'completion_events_payout'],
    ['a payout on the event `reversed`', 'reversed', payoutColumns, 'completion_events_payout'],
  ])('reject %s', async (_what, kind, columns, constraint) => {
    const { completionId } = await makeReadyCompletion();
    expect(await insertEvent(completionId, kind, columns)).toEqual(refusedBy(CHECK, constraint));
  });
});

test.each(['completions', 'completion_events', 'clicks'])('rejects a truncate of %s', async (table) => {
  expect((await attempt(`truncate ${table} cascade`)).code).toBe(CHECK);
});

test('rejects a change of a click', async () => {
  const { user } = await makeReadyCompletion();
  expect(await attempt(`update clicks set created_at = now() where user_id = ${user.id}`)).toEqual(refusedBy(CHECK));
});
