import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { getReward } from '@inaam/contracts/offers/odds';
import { checkProof } from '@inaam/contracts/spins/draw';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { wedgeAt } from '@inaam/contracts/spins/wheel';
import { ledgerDifferences } from '@inaam/db/ledger';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { createSealedSeed } from '@inaam/testing/factories/mail-secrets';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordClick } from '../clicks/click.ts';
import { listOffersForUser } from '../offers/list-for-user.ts';
import { updateOffer } from '../offers/save.ts';
import { openCode } from '../vouchers/codes.ts';
import { computeCommitment, computeRoll } from './draw.ts';
import { openSeed, SEED_BYTES, sealSeed } from './seed.ts';
import { spin } from './spin.ts';

let core: TestCore;
let network: TestNetwork;

beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/**
 * Checks that every win has one voucher or is owed (waits for stock), and that no code is free while a win of its
 * amount is owed.
 */
afterEach(async () => expect(await ledgerDifferences(core.database.sql)).toEqual([]));

/** Makes a user who completed an offer with these odds. */
async function makeReady(odds: { amount: number; permille: number }[]) {
  const { offer_id: offerId } = await makeOffer(core, { spinner_config: odds });
  const user = await makeUser(core);
  return { user, offerId, ...(await completeOffer(core, network, user, offerId)) };
}

/** Settles spins with these rolls in one statement. */
const settleBatch = (completions: number[], rolls: number[]) => core.database.sql`
  select * from settle_spins(${completions}::bigint[], ${rolls}::int[], ${completions.map(() => 500)}::int[],
    2::smallint, ${completions.map(() => 'seed')}::text[], ${completions.map(() => 'open')}::text[]) order by place`;

const getCode = async (completionId: number) => {
  const [row] = await core.database.sql<
    { code: string; amount_paise: number }[]
  >`select code, amount_paise from voucher_states where completion_id = ${completionId}`;
  return row && openCode(core.services.secrets, row.code, row.amount_paise);
};

test('derives the draw from both seeds, and the commitment verifies it', async () => {
  const { user, offerId, completionId } = await makeReady([{ amount: 901, permille: 500 }]);
  const [before] = (await listOffersForUser(core.services, user.id)).offers.filter(
    (offer) => offer.offer_id === offerId,
  );
  const result = await spin(core.as(userActor(user.id)), { offerId, clientSeed: 'my own seed' });
  const { proof } = result;
  expect(before?.spin_commitment).toBe(proof.commitment);
  expect(await checkProof(proof)).toEqual({
    commitmentMatches: true,
    clientSeedMatches: true,
    roll: proof.roll,
    ok: true,
  });

  // Computes the roll without our code: the first accepted word of the digest, mod 1000.
  const digest = createHmac('sha256', Buffer.from(proof.serverSeed, 'hex'))
    .update(`my own seed:${completionId}`)
    .digest();
  const words = Array.from({ length: 8 }, (_, i) => digest.readUInt32BE(i * 4));
  expect(proof.roll).toBe((words.find((word) => word < 4_294_967_000) ?? -1) % 1000);
  expect(result.rewardType).toBe(proof.roll < 500 ? 'voucher_901' : 'none');

  const [after] = (await listOffersForUser(core.services, user.id)).offers.filter(
    (offer) => offer.offer_id === offerId,
  );
  expect(after).toMatchObject({ spinner_used: true, spin_commitment: null, reward_type: result.rewardType });
});

test('stops the wheel inside the winning slice', async () => {
  const odds = [
    { amount: 902, permille: 300 },
    { amount: 903, permille: 0 },
    { amount: 904, permille: 400 },
  ];
  for (let i = 0; i < 12; i++) {
    const { user, offerId } = await makeReady(odds);
    const result = await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });
    const [shown] = (await listOffersForUser(core.services, user.id)).offers.filter(
      (each) => each.offer_id === offerId,
    );
    expect(result.wheel).toEqual(shown?.wheel);
    const slice = wedgeAt(result.wheel, result.landingAngle);
    expect(slice?.amount ?? undefined).toBe(rewardAmount(result.rewardType));
    const index = getReward(odds, result.proof.roll);
    expect(index === undefined ? null : odds[index]?.amount).toBe(slice?.amount);
  }
});

test('gives one result and one voucher for 40 concurrent calls', async () => {
  await addStock(core, { amount: 11, count: 40 });
  const { user, offerId, completionId } = await makeReady(nearlyCertainOdds(11));
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, i) => spin(core.as(userActor(user.id)), { offerId, clientSeed: `caller ${i}` })),
  );
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
  const [counts] = await core.database.sql`
    select count(*) as vouchers, (select spins from user_stats_now() where user_id = ${user.id}) as spins
    from voucher_states where completion_id = ${completionId}`;
  expect(counts).toEqual({ vouchers: results[0]?.voucher ? 1 : 0, spins: 1 });
});

describe('winners and stock', () => {
  test('assigns every code once and fills owed wins oldest first', async () => {
    const amount = 13;
    const codes = await addStock(core, { amount, count: 8 });
    const people = await Promise.all(Array.from({ length: 20 }, () => makeReady(nearlyCertainOdds(amount))));
    const results = await Promise.all(
      people.map(({ user, offerId }) => spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })),
    );
    // Only a roll of 999 loses (1 in 1,000).
    const winners = results.filter((result) => result.rewardType === `voucher_${amount}`);
    const given = winners.flatMap((result) => result.voucher?.code ?? []);
    expect(given.toSorted()).toEqual(codes.toSorted());
    const owed = winners.length - codes.length;
    expect(winners.filter((result) => !result.voucher)).toHaveLength(owed);

    const order = await core.database.sql<{ completion_id: number }[]>`
      select completion_id from owed_wins where amount_paise = ${amount * 100} order by number`;
    const first = await addStock(core, { amount, count: 5 });
    expect(await Promise.all(order.slice(0, 5).map((row) => getCode(row.completion_id)))).toEqual(first);
    await addStock(core, { amount, count: owed });
    const [left] = await core.database.sql`
      select count(*) filter (where outcome = 'owed') as owed,
        (select count(*) from voucher_states where amount_paise = ${amount * 100} and status = 'available') as available
      from spin_states where amount_paise = ${amount * 100}`;
    expect(left).toEqual({ owed: 0, available: 5 });
  });

  test('leaves no win owed while a code is free, even if stock arrives during spins', async () => {
    const amount = 17;
    const people = await Promise.all(Array.from({ length: 24 }, () => makeReady(nearlyCertainOdds(amount))));
    const restock = Array.from({ length: 12 }, () => () => addStock(core, { amount, count: 2 }));
    const spins = people.map(
      ({ user, offerId }) =>
        () =>
          spin(core.as(userActor(user.id)), { offerId, clientSeed: '' }),
    );
    const calls: (() => Promise<unknown>)[] = spins.flatMap((call, i) =>
      i % 2 === 0 ? [call, restock[i / 2] ?? call] : [call],
    );
    await Promise.all(calls.map((call) => call()));
    const [left] = await core.database.sql<{ owed: number; available: number; assigned: number; won: number }[]>`
      select (select count(*) from spin_states where outcome = 'owed' and amount_paise = ${amount * 100}) as owed,
        (select count(*) from spin_states where outcome = 'won' and amount_paise = ${amount * 100}) as won,
        (select count(*) from voucher_states where status = 'available' and amount_paise = ${amount * 100}) as available,
        (select count(*) from voucher_states where status = 'assigned' and amount_paise = ${amount * 100}) as assigned`;
    expect(left?.owed).toBe(0);
    expect(left?.assigned).toBe(left?.won);
    expect((left?.available ?? 0) + (left?.assigned ?? 0)).toBe(24);
  });

  test('settles concurrent spins like single ones: won, owed, withheld and repeated', async () => {
    const [amount, bare] = [181, 182];
    await addStock(core, { amount, count: 3 });
    const complete = (odds: Parameters<typeof makeReady>[0], count: number) =>
      Promise.all(Array.from({ length: count }, () => makeReady(odds)));
    const winners = await complete(nearlyCertainOdds(amount), 6);
    const without = await complete(nearlyCertainOdds(bare), 4);
    const [reversed] = await complete(nearlyCertainOdds(amount), 1);
    if (!reversed) throw new Error('no completion is ready');
    await postback(core, network, {
      click_id: reversed.clickId,
      transaction_id: reversed.transactionId,
      status: 'reversed',
    });
    const people = [...without, ...winners, reversed, ...winners];
    const calls = people.map(({ user, offerId }, i) =>
      spin(core.as(userActor(user.id)), { offerId, clientSeed: `seed ${i}` }).catch((error: unknown) => error),
    );
    const results = await Promise.all(calls);
    for (const [i, result] of results.entries()) {
      const person = people[i];
      if (person === undefined) throw new Error('a result without a user');
      if (person === reversed) expect(result).toMatchObject({ code: 'COMPLETION_REVERSED' });
      // Each call gets the recorded result of its own completion, whichever call settled it.
      else {
        expect(result).toMatchObject({ proof: { completionId: person.completionId } });
        const again = await spin(core.as(userActor(person.user.id)), { offerId: person.offerId, clientSeed: '' });
        expect(again).toEqual(result);
      }
    }
    const states = await core.database.sql<{ amount: number; outcome: string; count: number }[]>`
      select amount_paise / 100 as amount, outcome, count(*)::int as count from spin_states
      where amount_paise in (${amount * 100}, ${bare * 100}) group by 1, 2 order by 1, 2`;
    const wins = (rupees: number) =>
      states.filter((each) => each.amount === rupees).reduce((sum, each) => sum + each.count, 0);
    // A nearly certain win still loses 1 in 1,000.
    expect(wins(bare)).toBeGreaterThan(0);
    expect(states.find((each) => each.amount === amount && each.outcome === 'won')?.count).toBe(
      Math.min(3, wins(amount)),
    );
    expect(states.find((each) => each.amount === bare && each.outcome === 'won')).toBeUndefined();
  });

  test('settles a batch: won, lost, owed, already spun, repeated and not ready', async () => {
    const [amount, bare, stale] = [183, 184, 185];
    const codes = await addStock(core, { amount, count: 2, expiry: '2080-01-01' });
    const [past] = await addStock(core, { amount: stale, count: 1 });
    const [staleId = 0] = await findVoucherIds(core, [past ?? '']);
    await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = ${staleId}`;
    const complete = async (odds: number) => (await makeReady(nearlyCertainOdds(odds))).completionId;
    const won = await complete(amount);
    const lost = await complete(amount);
    const spun = await complete(amount);
    await settleWithRoll(core, spun, 999);
    const withoutStock = await complete(bare);
    const withExpired = await complete(stale);
    const unconfirmed = await complete(amount);
    const held = await complete(amount);
    await rewriteFacts(
      core,
      (sql) => sql`
        update completions set approved_at = case id when ${held} then approved_at end,
          held_until = case id when ${held} then now() + interval '1 hour' end
        where id in (${unconfirmed}, ${held})`,
    );
    const ids = [withExpired, won, lost, won, unconfirmed, held, spun, withoutStock];
    const rolls = ids.map((id) => (id === lost ? 999 : 0));
    const rows = await settleBatch(ids, rolls);
    const settled = {
      withheld: false,
      landing_permille: 500,
      client_seed: 'seed',
      client_seed_status: 'open',
      brand: null,
    };
    const nothing = {
      ...settled,
      roll: null,
      landing_permille: null,
      client_seed: null,
      client_seed_status: null,
      amount_paise: null,
    };
    const makeWin = (rupees: number, brand: string | null) => ({
      ...settled,
      roll: 0,
      amount_paise: rupees * 100,
      brand,
    });
    const loss = { ...settled, roll: 999, amount_paise: null };
    const byPlace = [
      makeWin(stale, null),
      makeWin(amount, 'Amazon'),
      loss,
      makeWin(amount, 'Amazon'),
      nothing,
      nothing,
      loss,
      makeWin(bare, null),
    ];
    expect(rows).toMatchObject(byPlace.map((row, index) => ({ place: index + 1, ...row })));
    expect(await getCode(won)).toBe(codes[0]);
    const recorded = await core.database.sql<{ id: number }[]>`
      select completion_id as id from spins where completion_id = any(${ids}) order by 1`;
    expect(recorded.map(({ id }) => id)).toEqual(
      [won, lost, spun, withoutStock, withExpired].toSorted((a, b) => a - b),
    );
    const owed = await core.database.sql<{ id: number }[]>`
      select completion_id as id from owed_wins where amount_paise in (${bare * 100}, ${stale * 100}) order by 1`;
    expect(owed.map(({ id }) => id)).toEqual([withoutStock, withExpired].toSorted((a, b) => a - b));
    const left = await core.database.sql`
      select amount_paise / 100 as amount, count(*)::int as count from free_vouchers
      where amount_paise in (${amount * 100}, ${stale * 100}) group by 1 order by 1`;
    expect(left).toEqual([
      { amount, count: 1 },
      { amount: stale, count: 1 },
    ]);
  });

  test('assigns vouchers to the wins of a batch in order, and the remaining wins are owed', async () => {
    const amount = 186;
    const codes = await addStock(core, { amount, count: 2 });
    const people = await Promise.all(Array.from({ length: 4 }, () => makeReady(nearlyCertainOdds(amount))));
    const ids = people.map(({ completionId }) => completionId).toSorted((a, b) => a - b);
    await settleBatch(
      ids,
      ids.map(() => 0),
    );
    expect(await Promise.all(ids.map(getCode))).toEqual([...codes, undefined, undefined]);
  });

  test('does not deadlock concurrent batches that exhaust the same amounts', async () => {
    const amounts = [187, 188, 189];
    const offers: number[] = [];
    for (const amount of amounts) {
      const { offer_id } = await makeOffer(core, { spinner_config: nearlyCertainOdds(amount) });
      offers.push(offer_id);
      await addStock(core, { amount, count: 5 });
    }
    const batches: number[][] = [[], [], [], []];
    // Each batch has a different order of amounts.
    for (const [batch, ids] of batches.entries())
      for (let i = 0; i < 6; i++) {
        const offer = offers[(batch + i * (batch % 2 === 0 ? 1 : 2)) % 3] ?? 0;
        ids.push((await completeOffer(core, network, await makeUser(core), offer)).completionId);
      }
    await Promise.all(
      batches.map((ids) =>
        settleBatch(
          ids,
          ids.map(() => 0),
        ),
      ),
    );
    const paise = amounts.map((amount) => amount * 100);
    const [left] = await core.database.sql`
      select (select count(*) from owed_wins where amount_paise = any(${paise})) as owed,
        (select count(*) from free_vouchers where amount_paise = any(${paise})) as free`;
    expect(left).toEqual({ owed: 9, free: 0 });
  });

  test('assigns the code that expires first, and never an expired code', async () => {
    const amount = 19;
    await addStock(core, { amount, count: 1, expiry: '2090-01-01' });
    const [sooner] = await addStock(core, { amount, count: 1, expiry: '2080-01-01' });
    const [past] = await addStock(core, { amount, count: 1, expiry: '2070-01-01' });
    const [id = 0] = await findVoucherIds(core, [past ?? '']);
    await core.database.sql`update vouchers set expiry_date = ist_day(now()) - 1 where id = ${id}`;
    const { user, offerId, completionId } = await makeReady(nearlyCertainOdds(amount));
    await settleWithRoll(core, completionId);
    const { voucher } = await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });
    expect(voucher?.code).toBe(sooner);
  });

  test('returns an owed win without a voucher, and with its voucher once the win is filled', async () => {
    const amount = 23;
    const { user, offerId, completionId } = await makeReady(nearlyCertainOdds(amount));
    await settleWithRoll(core, completionId);
    const first = await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });
    expect(first.rewardType).toBe(`voucher_${amount}`);
    expect(first).not.toHaveProperty('voucher');
    const [code] = await addStock(core, { amount, count: 1 });
    const second = await spin(core.as(userActor(user.id)), { offerId, clientSeed: 'another seed' });
    expect(second.voucher).toMatchObject({ code, amount });
    expect(second.proof).toEqual(first.proof);
  });
});

describe('what cannot be spun', () => {
  test('an offer that is unknown or not completed', async () => {
    const { offer_id: offerId } = await makeOffer(core);
    const user = await makeUser(core);
    await expect(spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).rejects.toMatchObject({
      code: 'OFFER_NOT_COMPLETED',
    });
    await expect(spin(core.as(userActor(user.id)), { offerId: 999_999, clientSeed: '' })).rejects.toMatchObject({
      code: 'OFFER_NOT_FOUND',
    });
  });

  test('a completion of a user with an unverified e-mail address, if the installation requires verification', async () => {
    const { user, offerId } = await makeReady(nearlyCertainOdds(5));
    const command = core.as({ ...userActor(user.id), verified: false });
    const input = { offerId, clientSeed: '' };
    await expect(spin(command, input)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    const accounts = { ...command.accounts, verifyBeforeSpin: false };
    expect(await spin({ ...command, accounts }, input)).toMatchObject({ success: true });
  });

  test('another user’s completion', async () => {
    const { offerId } = await makeReady(nearlyCertainOdds(5));
    const other = await makeUser(core);
    await expect(spin(core.as(userActor(other.id)), { offerId, clientSeed: '' })).rejects.toMatchObject({
      code: 'OFFER_NOT_COMPLETED',
    });
  });

  test('a reversed completion, whose spin is withheld', async () => {
    const { user, offerId, clickId, transactionId } = await makeReady(nearlyCertainOdds(5));
    await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
    await expect(spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).rejects.toMatchObject({
      code: 'COMPLETION_REVERSED',
    });
  });
});

test('either spins or withholds a completion that a concurrent postback reverses', async () => {
  for (let i = 0; i < 8; i++) {
    const { user, offerId, clickId, transactionId, completionId } = await makeReady(nearlyCertainOdds(29));
    const reversal = { click_id: clickId, transaction_id: transactionId, status: 'reversed' };
    const [spun] = await Promise.allSettled([
      spin(core.as(userActor(user.id)), { offerId, clientSeed: '' }),
      postback(core, network, reversal),
    ]);
    const [row] = await core.database.sql`
      select c.status, s.outcome = 'waiting' as withheld
        from completion_states c join spin_states s on s.completion_id = c.id
      where c.id = ${completionId}`;
    expect(row).toEqual({ status: 'reversed', withheld: spun.status === 'rejected' });
  }
});

test('keeps a win whose completion is reversed after the spin', async () => {
  const amount = 31;
  await addStock(core, { amount, count: 1 });
  const { user, offerId, clickId, transactionId, completionId } = await makeReady(nearlyCertainOdds(amount));
  await settleWithRoll(core, completionId);
  const before = await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });
  expect(before.voucher).toMatchObject({ amount });
  await postback(core, network, { click_id: clickId, transaction_id: transactionId, status: 'reversed' });
  expect(await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).toEqual(before);
});

test('refuses to draw with a seed that does not match its commitment', async () => {
  const { user, offerId, completionId } = await makeReady(nearlyCertainOdds(37));
  const attemptSpin = () => spin(core.as(userActor(user.id)), { offerId, clientSeed: '' });
  const { seed, commitment } = createSealedSeed(core.services);
  await rewriteFacts(core, (sql) => sql`update completions set seed = ${seed} where id = ${completionId}`);
  await expect(attemptSpin()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const [row] = await core.database.sql`select count(*) from spins where completion_id = ${completionId}`;
  expect(row).toEqual({ count: 0 });
  await rewriteFacts(core, (sql) => sql`update completions set commitment = ${commitment} where id = ${completionId}`);
  expect((await attemptSpin()).proof.completionId).toBe(completionId);
});

test('draws with the odds published at completion, even if the offer has new odds', async () => {
  const { user, offerId, completionId } = await makeReady([{ amount: 905, permille: 1 }]);
  const [row] = await core.database.sql<
    { odds: unknown }[]
  >`select odds from spin_states where completion_id = ${completionId}`;
  await updateOffer(core.as(anyAdmin), { offer_id: offerId, spinner_config: [{ amount: 906, permille: 990 }] });
  expect(row?.odds).toEqual([{ amount: 905, permille: 1 }]);
  expect(['none', 'voucher_905']).toContain(
    (await spin(core.as(userActor(user.id)), { offerId, clientSeed: '' })).rewardType,
  );
});

describe('the client’s seed', () => {
  const text = 'kept since the click';
  const clientSeedHash = createHash('sha256').update(text).digest('hex');

  /** Makes a user who started an offer with the hash of a client seed and completed it. */
  async function makeWithSeedHash(odds = nearlyCertainOdds(39)) {
    const { offer_id: offerId } = await makeOffer(core, { spinner_config: odds });
    const user = await makeUser(core);
    await recordClick(core.as(userActor(user.id)), { offerId, clientSeedHash, device: null, userAgent: null });
    const [click] = await core.database.sql<{ click_id: string }[]>`
      select click_id from clicks where user_id = ${user.id}`;
    const clickId = click?.click_id ?? '';
    await postback(core, network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
    const draw = (clientSeed: string) => spin(core.as(userActor(user.id)), { offerId, clientSeed });
    return { user, offerId, draw };
  }

  test('is the text whose hash came with the click', async () => {
    const { proof } = await (await makeWithSeedHash()).draw(text);
    expect(proof).toMatchObject({ clientSeed: text, clientSeedHash, share: 'committed' });
    expect(await checkProof(proof)).toMatchObject({ clientSeedMatches: true, ok: true });
    expect(await checkProof({ ...proof, clientSeed: 'another' })).toMatchObject({
      clientSeedMatches: false,
      ok: false,
    });
  });

  test('is replaced by the hash from the click if the text does not match the hash', async () => {
    const { proof } = await (await makeWithSeedHash()).draw('a text found afterwards');
    expect(proof).toMatchObject({ clientSeed: clientSeedHash, clientSeedHash, share: 'lost' });
    expect(await checkProof(proof)).toMatchObject({ ok: true });
  });

  /**
   * Searches for a client seed that wins the top prize, as an attacker who can read the database would. If seeds were
   * not encrypted, about 20 tries would find one for a prize with a chance of 5 %, and the proof would be valid.
   */
  async function findWinningSeed(completionId: number, odds: { permille: number }[]): Promise<string | undefined> {
    const [row] = await core.database.sql<{ seed: Uint8Array }[]>`
      select seed from completions where id = ${completionId}`;
    const seed = Uint8Array.from(row?.seed ?? []);
    const top = odds[0]?.permille ?? 0;
    return Array.from({ length: 4000 }, (_, i) => `try ${i}`).find(
      (guess) => computeRoll(seed, guess, completionId) < top,
    );
  }
  const odds = [{ amount: 41, permille: 50 }];

  test('cannot be chosen so that it wins, because the database contains no plain server seed', async () => {
    const { user, offerId, completionId } = await makeReady(odds);
    const [row] = await core.database.sql<{ bytes: number }[]>`
      select length(seed) as bytes from completions where id = ${completionId}`;
    expect(row?.bytes).toBeGreaterThan(SEED_BYTES);
    const guess = (await findWinningSeed(completionId, odds)) ?? '';
    const { proof } = await spin(core.as(userActor(user.id)), { offerId, clientSeed: guess });
    // The stored bytes reveal nothing about the roll.
    const stored = await core.database.sql<
      { seed: Uint8Array }[]
    >`select seed from completions where id = ${completionId}`;
    expect(Buffer.from(stored[0]?.seed ?? []).includes(Buffer.from(proof.serverSeed, 'hex'))).toBe(false);
    expect(computeCommitment(Uint8Array.from(stored[0]?.seed ?? []))).not.toBe(proof.commitment);
    expect(await checkProof(proof)).toMatchObject({ ok: true });
  });

  test('cannot be chosen even by someone who knows the server seed, because the click contained the hash of the client seed', async () => {
    const { offerId, user, draw } = await makeWithSeedHash(odds);
    const [row] = await core.database.sql<{ id: number; seed: Uint8Array; commitment: Uint8Array }[]>`
      select id, seed, commitment from completions where user_id = ${user.id} and offer_id = ${offerId}`;
    const seed = openSeed(core.services.secrets, row?.seed ?? new Uint8Array(), row?.commitment ?? new Uint8Array());
    const winning = Array.from({ length: 4000 }, (_, i) => `try ${i}`).find(
      (g) => computeRoll(seed, g, row?.id ?? 0) < 50,
    );
    expect(winning).toBeDefined();
    const { proof } = await draw(winning ?? '');
    expect(proof).toMatchObject({ share: 'lost', roll: computeRoll(seed, clientSeedHash, row?.id ?? 0) });
  });

  test('is combined with a server seed that opens only with the commitment of its completion', async () => {
    const { user, offerId, completionId } = await makeReady(odds);
    const clear = Uint8Array.from(randomBytes(32));
    const { secrets } = core.services;
    await rewriteFacts(
      core,
      (sql) => sql`
        update completions set seed = ${sealSeed(secrets, clear)}, commitment = sha256(${clear})
        where id = ${completionId}`,
    );
    const [row] = await core.database.sql<{ seed: Uint8Array; commitment: Uint8Array }[]>`
      select seed, commitment from completions where id = ${completionId}`;
    expect(openSeed(secrets, row?.seed ?? clear, row?.commitment ?? clear)).toEqual(clear);
    expect(() => openSeed(secrets, row?.seed ?? clear, clear)).toThrow();
    const { proof } = await spin(core.as(userActor(user.id)), { offerId, clientSeed: 'x' });
    expect(proof.roll).toBe(computeRoll(clear, 'x', completionId));
  });
});
