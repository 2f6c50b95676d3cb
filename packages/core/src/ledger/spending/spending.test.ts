import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { settleWithRoll } from '@inaam/testing/factories/spins';
import { waitOutPeriodEnd } from '@inaam/testing/period-end';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getOperationsMetrics } from '../../insight/dashboard/operations.ts';
import { readPauses } from '../../kernel/pauses.ts';
import { providerSignIn } from '../../people/account/provider-sign-in.ts';
import { requestSignUp, signUp } from '../../people/account/sign-up.ts';
import { finishSignUp } from '../../people/account/verify-email.ts';
import { recordClick } from '../clicks/click.ts';
import { spin } from '../spins/spin.ts';
import { liftCeiling, pausePart, resumePart, setCeiling } from './change-spending.ts';
import { getSpending } from './get-spending.ts';

let core: TestCore;
let network: TestNetwork;
beforeEach(async () => {
  core = await createTestCore();
  // Ceilings count by the hour, so a test must not run across the end of an hour.
  await waitOutPeriodEnd('hour', 10_000);
  network = await makeNetwork(core);
});
afterEach(() => core.close());

const owner = () => core.as(anyAdmin);
const pause = (part: 'spins' | 'starts' | 'sign_ups', minutes: number | null = null) =>
  pausePart(owner(), { part, minutes, note: null });

/** Half of the spins win 100 rupees, so a spin costs 50 rupees on average. */
const ODDS = [{ amount: 100, permille: 500 }];
const [WIN, LOSS] = [0, 999];

const makeSpinner = async (offerId: number) => {
  const user = await makeUser(core);
  const { completionId } = await completeOffer(core, network, user, offerId);
  return {
    completionId,
    spin: () => spin(core.as(userActor(user.id)), { offerId, clientSeed: '' }),
  };
};
const newOffer = async () => (await makeOffer(core, { spinner_config: ODDS })).offer_id;
/** Settles a spin with a chosen roll. */
const settleOneSpin = async (offerId: number, roll: number) =>
  settleWithRoll(core, (await makeSpinner(offerId)).completionId, roll);

const paused = expect.objectContaining({
  code: 'SPINS_PAUSED',
  message: 'Spins are paused for a short while. Your spin is safe.',
  retryAfterSeconds: expect.any(Number),
});

describe('a pause', () => {
  test('of spins refuses new spins, still answers recorded spins, and loses no completion', async () => {
    const offerId = await newOffer();
    const [before, during] = [await makeSpinner(offerId), await makeSpinner(offerId)];
    const recorded = await before.spin();
    await pause('spins');
    await expect(during.spin()).rejects.toEqual(paused);
    expect(await before.spin()).toEqual(recorded);
    // Postbacks are still accepted during the pause.
    const late = await makeSpinner(offerId);
    await resumePart(owner(), { part: 'spins' });
    for (const each of [during, late]) expect(await each.spin()).toMatchObject({ success: true });
  });

  test('of the starting of offers lets no user start an offer, and records no click', async () => {
    const offerId = await newOffer();
    const start = async () =>
      recordClick(core.as(userActor((await makeUser(core)).id)), { offerId, device: null, userAgent: null });
    await pause('starts');
    await expect(start()).rejects.toMatchObject({
      code: 'STARTS_PAUSED',
      message: 'Offers are paused for a short while.',
    });
    expect(await core.database.sql`select 1 from clicks`).toEqual([]);
    await resumePart(owner(), { part: 'starts' });
    expect(await start()).toHaveProperty('redirectUrl');
  });

  test('of sign-ups refuses every way to sign up, including sign-ups that await their mailed code', async () => {
    const caller = { ip: null, userAgent: null };
    const person = { firstName: 'A', lastName: 'B', email: 'new@example.com', password: 'correct horse battery' };
    const identity = { uid: 'g-1', email: person.email, emailVerified: true, firstName: 'A', lastName: 'B' };
    const services = { ...core.services, verifyIdToken: () => Promise.resolve(identity) };
    const ways = [
      () => signUp(services, caller, person, true),
      () => requestSignUp(services, caller, person),
      () => finishSignUp(services, caller, { email: person.email, code: '123456' }),
      () => providerSignIn(services, caller, { idToken: 'a.b.c', deviceFingerprint: undefined }),
    ];
    await pause('sign_ups');
    const refused = { code: 'SIGN_UPS_PAUSED', message: 'Sign-ups are paused for a short while.' };
    for (const way of ways) await expect(way()).rejects.toMatchObject(refused);
    expect(await core.database.sql`select 1 from users`).toEqual([]);
    await resumePart(owner(), { part: 'sign_ups' });
    await providerSignIn(services, caller, { idToken: 'a.b.c', deviceFingerprint: undefined });
    // An existing user can sign in during a pause.
    await pause('sign_ups');
    await providerSignIn(services, caller, { idToken: 'a.b.c', deviceFingerprint: undefined });
  });

  test('ends at its time, even in a process that has not read the pauses again', async () => {
    const { spin: spinNow } = await makeSpinner(await newOffer());
    await pause('spins', 5);
    await core.database.sql`update pauses set until = now() + interval '4 seconds'`;
    await readPauses(core.kernel);
    await expect(spinNow()).rejects.toEqual(paused);
    await expect.poll(() => spinNow().catch(() => undefined)).toMatchObject({ success: true });
  });

  test('is listed for admins and in the operations metrics', async () => {
    await pausePart(owner(), { part: 'starts', minutes: null, note: 'a network is away' });
    expect((await getSpending(core.kernel)).pauses).toEqual([
      { part: 'starts', since: expect.any(String), until: null, note: 'a network is away' },
    ]);
    expect((await getOperationsMetrics(core.kernel)).paused).toEqual(['starts']);
  });
});

describe('a ceiling', () => {
  const getCeiling = async (offerId: number | null) =>
    (await getSpending(core.kernel)).ceilings.find((each) => each.offer_id === offerId);

  test.each([
    ['before the change feed has read the spins', () => Promise.resolve()],
    ['after the change feed has read the spins', () => waitForChangeFeed(core)],
  ])('counts the won amount or the expected cost of the odds, whichever is more, %s', async (_, wait) => {
    const offerId = await newOffer();
    await setCeiling(owner(), { offer_id: null, period: 'day', rupees: 1000 });
    await settleOneSpin(offerId, LOSS);
    await settleOneSpin(offerId, LOSS);
    await wait();
    expect(await getCeiling(null)).toMatchObject({ rupees: 1000, spent: 100 });
    for (let n = 0; n < 3; n++) await settleOneSpin(offerId, WIN);
    await wait();
    expect(await getCeiling(null)).toMatchObject({ spent: 300 });
    expect(await getSpending(core.kernel)).toMatchObject({ hour: 300, day: 300 });
  });

  test('of all offers stops every spin once it is reached; a recorded spin is still answered', async () => {
    const offerId = await newOffer();
    const waiting = await makeSpinner(offerId);
    await setCeiling(owner(), { offer_id: null, period: 'hour', rupees: 150 });
    await settleOneSpin(offerId, WIN);
    await readPauses(core.kernel);
    expect((await getOperationsMetrics(core.kernel)).spend.ceiling_share).toBeCloseTo(2 / 3);
    const recorded = await waiting.spin();
    await settleOneSpin(offerId, WIN);
    await readPauses(core.kernel);
    await expect((await makeSpinner(offerId)).spin()).rejects.toEqual(paused);
    expect(await waiting.spin()).toEqual(recorded);
    expect((await getOperationsMetrics(core.kernel)).paused).toEqual(['spins']);
  });

  test('stops spins within a second, even if the job that reads the pauses is stuck', async () => {
    const offerId = await newOffer();
    const [first, second] = [await makeSpinner(offerId), await makeSpinner(offerId)];
    await setCeiling(owner(), { offer_id: null, period: 'hour', rupees: 100 });
    await settleOneSpin(offerId, WIN);
    const began = performance.now();
    const now = vi.spyOn(performance, 'now');
    const passTime = (ms: number) => now.mockImplementation(() => began + ms);
    try {
      passTime(60_000);
      await expect(first.spin()).rejects.toEqual(paused);
      await core.database.sql`update spend_ceilings set paise = 1000000`;
      // The process read the pauses less than a second ago, so it does not read them again.
      passTime(60_900);
      await expect(first.spin()).rejects.toEqual(paused);
      passTime(61_000);
      expect(await first.spin()).toMatchObject({ success: true });
      await core.database.sql`alter function list_stopped() rename to unreadable`;
      passTime(62_000);
      await expect(second.spin()).rejects.toThrow();
    } finally {
      now.mockRestore();
    }
  });

  test('of one offer stops only the spins of that offer', async () => {
    const [costly, other] = [await newOffer(), await newOffer()];
    await setCeiling(owner(), { offer_id: costly, period: 'day', rupees: 100 });
    await settleOneSpin(costly, WIN);
    await readPauses(core.kernel);
    await expect((await makeSpinner(costly)).spin()).rejects.toEqual(paused);
    expect(await (await makeSpinner(other)).spin()).toMatchObject({ success: true });
    expect((await getOperationsMetrics(core.kernel)).paused).toEqual(['spins of an offer']);
    await expect(setCeiling(owner(), { offer_id: other + 1, period: 'day', rupees: 1 })).rejects.toMatchObject({
      code: 'OFFER_NOT_FOUND',
    });
  });

  test('that is lifted allows spins until the hour ends, and then stops them again', async () => {
    const offerId = await newOffer();
    await setCeiling(owner(), { offer_id: null, period: 'hour', rupees: 100 });
    await settleOneSpin(offerId, WIN);
    await liftCeiling(owner(), { offer_id: null, period: 'hour' });
    expect(await (await makeSpinner(offerId)).spin()).toMatchObject({ success: true });
    expect(await getCeiling(null)).toMatchObject({ is_lifted: true });
    await core.database.sql`update spend_ceilings set lifted_until = lifted_until - interval '1 hour'`;
    await readPauses(core.kernel);
    await expect((await makeSpinner(offerId)).spin()).rejects.toEqual(paused);
  });

  test('does not count spins of the previous hour or the previous day', async () => {
    const offerId = await newOffer();
    for (const period of ['hour', 'day'] as const) await setCeiling(owner(), { offer_id: null, period, rupees: 100 });
    await settleOneSpin(offerId, WIN);
    await rewriteFacts(
      core,
      (sql) => sql`update spins set spun_at = ist_midnight(ist_day(now())) - interval '1 second'`,
    );
    await readPauses(core.kernel);
    expect((await getSpending(core.kernel)).ceilings.map(({ spent }) => spent)).toEqual([0, 0]);
    expect(await (await makeSpinner(offerId)).spin()).toMatchObject({ success: true });
  });
});

test('reports the highest cost of the same hour and weekday in the last four weeks', async () => {
  const offerId = await newOffer();
  expect((await getOperationsMetrics(core.kernel)).spend).toMatchObject({ hour: 0, usual_hour: null });
  for (const weeks of [1, 3, 5]) {
    await core.database.sql`
      insert into spend_hours (hour, offer_id, spins, expected_paise, won_paise)
      values (ist_hour(now()) - ${weeks} * interval '7 days', ${offerId}, 1, 100, ${weeks * 1000})`;
  }
  await settleOneSpin(offerId, WIN);
  expect((await getOperationsMetrics(core.kernel)).spend).toMatchObject({ hour: 10_000, usual_hour: 3000 });
});
