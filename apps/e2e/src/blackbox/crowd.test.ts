import type { SpinResult } from '@inaam/contracts/spins/spins';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  addVouchers,
  completeOffer,
  createOffer,
  fetchOffer,
  newCodes,
  type Person,
  registerPerson,
  requireBody,
  signInAdmin,
  spin,
} from '../support/actors.ts';
import { computeExpectedRoll, findExpectedReward, rewardAtAngle, sha256OfHex, wheelFaults } from '../support/draw.ts';
import { mapLimit } from '../support/map-limit.ts';
import type { RestClient } from '../support/rest.ts';

const product = inject('product');
let admin: RestClient;
let crowd: Person[];

beforeAll(async () => {
  admin = await signInAdmin(product);
  crowd = await mapLimit(
    Array.from({ length: 72 }, (_, index) => index),
    2,
    () => registerPerson(product),
  );
});

const spinAndGetResult = async (person: Person, offerId: number) =>
  requireBody<SpinResult>(await spin(person, offerId));

describe('a stock of 20 codes for 60 winners', () => {
  // No other test stocks this amount, and 99.9 % is the highest chance.
  const AMOUNT = 7321;
  const rewards = [
    { amount: AMOUNT, probability: 99 },
    { amount: AMOUNT, probability: 0.9 },
  ];

  test('goes to 20 different winners, and later stock to the winners who have waited longest', async () => {
    const offer = (await createOffer(product, admin, rewards)).offer_id;
    const stock = newCodes(20);
    expect(await addVouchers(admin, AMOUNT, stock)).toMatchObject({ created: 20, skipped: 0 });
    await mapLimit(crowd, 8, (person) => completeOffer(product, person, offer));

    // 60 people spin at once. One roll in a thousand loses. For each loss another person spins.
    const results = await Promise.all(
      crowd.slice(0, 60).map(async (person) => ({ person, ...(await spinAndGetResult(person, offer)) })),
    );
    const waiting = crowd.slice(60);
    const winners = results.filter(({ rewardType }) => rewardType !== 'none');
    const spinOne = async () => {
      const person = waiting.shift();
      if (!person) throw new Error('Too many losses at 99.9 %: the draw does not match the odds');
      const result = { person, ...(await spinAndGetResult(person, offer)) };
      if (result.rewardType !== 'none') winners.push(result);
    };
    while (winners.length < 60) await spinOne();
    for (const { rewardType } of winners) expect(rewardType).toBe(`voucher_${AMOUNT}`);
    expect(winners.flatMap(({ voucher }) => voucher?.code ?? []).sort()).toEqual([...stock].sort());
    expect(winners.filter(({ voucher }) => voucher === undefined)).toHaveLength(40);

    // Three more wins, one after the other. They are the latest, so they must be served last and in this order.
    while (winners.length < 63) await spinOne();
    const latestWinners = winners.slice(60).map(({ person }) => person);
    const fetchCode = async (person: Person) => {
      const { voucher_code, owed, reward_type } = await fetchOffer(person, offer);
      expect(reward_type).toBe(`voucher_${AMOUNT}`);
      expect(owed).toBe(voucher_code === null);
      return voucher_code;
    };
    const codesNow = () =>
      mapLimit(
        winners.map(({ person }) => person),
        8,
        fetchCode,
      );
    const withoutNulls = (codes: (string | null)[]) => codes.filter((code) => code !== null);

    const issued = [...stock];
    for (const batch of [15, 15, 10]) {
      const before = await codesNow();
      const codes = newCodes(batch);
      await addVouchers(admin, AMOUNT, codes);
      issued.push(...codes);
      const after = await codesNow();
      expect(withoutNulls(after).sort()).toEqual([...issued].sort());
      // Winners keep their codes when other winners get new codes.
      for (const [index, code] of before.entries()) if (code !== null) expect(after[index]).toBe(code);
      expect(after.slice(60)).toEqual([null, null, null]);
    }
    for (const [index, person] of latestWinners.entries()) {
      const [code = ''] = newCodes(1);
      await addVouchers(admin, AMOUNT, [code]);
      expect(await Promise.all(latestWinners.map(fetchCode))).toEqual(
        latestWinners.map((_, other) => (other <= index ? expect.any(String) : null)),
      );
      expect(await fetchCode(person)).toBe(code);
    }

    // A repeat of an owed spin returns the same draw, now with the code.
    const owedWinner = winners.find(({ voucher }) => voucher === undefined);
    if (!owedWinner) throw new Error('No winner is owed a voucher');
    const again = await spinAndGetResult(owedWinner.person, offer);
    expect(again.proof).toEqual(owedWinner.proof);
    expect(again.voucher?.code).toBe(await fetchCode(owedWinner.person));
  });
});

describe('300 draws', () => {
  const rewards = [
    { amount: 7411, probability: 30 },
    { amount: 7412, probability: 20 },
    { amount: 7413, probability: 12.5 },
    { amount: 7414, probability: 10 },
  ];

  test('match their commitments when recomputed, and together match the odds', async () => {
    const offers = await mapLimit([1, 2, 3, 4, 5], 2, () => createOffer(product, admin, rewards));
    const drawn = await mapLimit(crowd.slice(0, 60), 8, async (person) => {
      const outcomes: string[] = [];
      for (const { offer_id } of offers) await completeOffer(product, person, offer_id);
      for (const [index, { offer_id }] of offers.entries()) {
        const commitment = (await fetchOffer(person, offer_id)).spin_commitment;
        // With and without a seed of the browser, including characters beyond ASCII.
        const seed = [undefined, '', 'lucky', 'भाग्य ₹', 'x'.repeat(64)][index];
        const { proof, rewardType, landingAngle, wheel } = requireBody<SpinResult>(await spin(person, offer_id, seed));
        expect(proof.commitment).toBe(commitment);
        expect(sha256OfHex(proof.serverSeed)).toBe(commitment);
        expect(proof.clientSeed).toBe(seed ?? '');
        expect(proof.roll).toBe(computeExpectedRoll(proof.serverSeed, proof.clientSeed, proof.completionId));
        expect(rewardType).toBe(findExpectedReward(rewards, proof.roll));
        expect(wheelFaults(rewards, wheel)).toEqual([]);
        expect(rewardAtAngle(wheel, landingAngle)).toBe(rewardType);
        outcomes.push(rewardType);
      }
      return outcomes;
    });
    const outcomes = drawn.flat();
    expect(outcomes).toHaveLength(300);

    const expectedShare = [
      ...rewards.map(({ amount, probability }) => ({ type: `voucher_${amount}`, share: probability / 100 })),
      { type: 'none', share: 0.275 },
    ];
    const chiSquare = expectedShare.reduce((sum, { type, share }) => {
      const seen = outcomes.filter((each) => each === type).length;
      return sum + (seen - 300 * share) ** 2 / (300 * share);
    }, 0);
    // Five outcomes have four degrees of freedom, for which the tail of the distribution has this closed form.
    const p = Math.exp(-chiSquare / 2) * (1 + chiSquare / 2);
    // Chance alone fails one run in a million.
    expect(p).toBeGreaterThan(1e-6);
  });

  test('show the seed only after the spin, and the commitment only before the spin', async () => {
    const [person] = crowd;
    if (!person) throw new Error('No person registered');
    const { offer_id } = await createOffer(product, admin, rewards);
    await completeOffer(product, person, offer_id);
    const listing = await person.client.get('/api/offers.php');
    expect((await fetchOffer(person, offer_id)).spin_commitment).toMatch(/^[0-9a-f]{64}$/);
    const { proof } = await spinAndGetResult(person, offer_id);
    expect(JSON.stringify(listing.body)).not.toContain(proof.serverSeed);
    expect((await fetchOffer(person, offer_id)).spin_commitment).toBeNull();
  });
});

test('draws once for 40 simultaneous spins of a completion', async () => {
  const [person] = crowd;
  if (!person) throw new Error('No person registered');
  const { offer_id } = await createOffer(product, admin, [{ amount: 7501, probability: 99 }]);
  const stock = newCodes(40);
  await addVouchers(admin, 7501, stock);
  await completeOffer(product, person, offer_id);
  // Each call has its own seed. The first call that arrives decides, and all calls return the same draw.
  const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => spin(person, offer_id, `tab ${index}`)));
  const results = replies.map((reply) => requireBody<SpinResult>(reply));
  for (const result of results) expect(result).toEqual(results[0]);
  expect(await spinAndGetResult(person, offer_id)).toEqual(results[0]);

  const { vouchers } = requireBody<{ vouchers: { voucher_code: string; status: string }[] }>(
    await admin.get('/api/admin/vouchers.php?status=assigned&limit=1000'),
  );
  const spent = vouchers.filter(({ voucher_code }) => stock.includes(voucher_code));
  expect(spent).toHaveLength(results[0]?.rewardType === 'none' ? 0 : 1);
});
