import { describe, expect, test } from 'vitest';
import { CHECK, prepareConstraints, refusedBy, UNIQUE } from '../testing/constraints.ts';

const { core, ready, refusal } = prepareConstraints();

describe('completions', () => {
  /** Inserts the completion a second time, but for what is given. */
  const again = (completionId: number, { user = 'user_id', transaction = 'transaction_id' }) =>
    refusal(`
      insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency,
        rate_micros)
      select ${user}, offer_id, click_id, network_id, ${transaction}, payout_paise, currency, rate_micros
      from completions where id = ${completionId}`);

  test('a transaction is counted once', async () => {
    const { completionId } = await ready();
    const other = await ready();
    expect(await again(completionId, { user: String(other.user.id) })).toEqual(
      refusedBy(UNIQUE, 'completions_transaction_key'),
    );
  });

  test('an offer is completed once by a user', async () => {
    const { completionId } = await ready();
    expect(await again(completionId, { transaction: `'another transaction'` })).toEqual(
      refusedBy(UNIQUE, 'completions_user_offer_key'),
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
    expect(await refusal(`update completions set ${change} where id = ${completionId}`)).toEqual(refusedBy(CHECK));
  });

  test('a reversal is final and dated; a completion is never deleted', async () => {
    const { completionId } = await ready();
    const update = (change: string) => refusal(`update completions set ${change} where id = ${completionId}`);
    expect(await update(`status = 'reversed'`)).toEqual(refusedBy(CHECK, 'completions_reversed'));
    expect(await update('reversed_at = now()')).toEqual(refusedBy(CHECK, 'completions_reversed'));
    await core().database
      .sql`update completions set status = 'reversed', reversed_at = now() where id = ${completionId}`;
    expect(await update(`status = 'approved', reversed_at = null`)).toEqual(refusedBy(CHECK));
    expect(await refusal(`delete from completions where id = ${completionId}`)).toEqual(refusedBy(CHECK));
  });
});

test('they are not truncated', async () => {
  expect((await refusal('truncate completions cascade')).code).toBe(CHECK);
});
