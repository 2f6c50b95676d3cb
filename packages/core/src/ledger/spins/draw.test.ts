import * as browser from '@inaam/contracts/spins/draw';
import { describe, expect, test } from 'vitest';
import * as server from './draw.ts';

/** The expected values were computed with Python's hashlib and hmac, from the description in packages/contracts. */
const COUNTING = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const vectors = [
  { seed: COUNTING, clientSeed: 'abc', completion: 7, roll: 828 },
  { seed: COUNTING, clientSeed: '', completion: 1, roll: 960 },
  { seed: COUNTING, clientSeed: 'a:1', completion: 2, roll: 377 },
  // The first word of the digest, 4294967268, is skipped: it is above the largest multiple of 1000 in 32 bits.
  { seed: COUNTING, clientSeed: 'abc', completion: 1_020_950, roll: 171 },
  { seed: 'ff'.repeat(32), clientSeed: 'इनाम 🎉', completion: 2 ** 50, roll: 675 },
  { seed: '00'.repeat(32), clientSeed: 'a'.repeat(64), completion: 123_456_789, roll: 213 },
];
const commitments = [
  { seed: COUNTING, commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd' },
  { seed: 'ff'.repeat(32), commitment: 'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051' },
  { seed: '00'.repeat(32), commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925' },
];

describe.each([
  { where: 'the browser', draw: browser },
  { where: 'the server', draw: server },
])('in $where', ({ draw }) => {
  test.each(vectors)(
    'rolls $roll for client seed “$clientSeed”, completion $completion and server seed $seed',
    async ({ seed, clientSeed, completion, roll }) => {
      expect(await draw.computeRoll(browser.fromHex(seed), clientSeed, completion)).toBe(roll);
    },
  );
  test.each(commitments)('commits to $seed by its SHA-256', async ({ seed, commitment }) => {
    expect(await draw.computeCommitment(browser.fromHex(seed))).toBe(commitment);
  });
});

test('reads a seed from a slice of a larger buffer', () => {
  const row = new Uint8Array(100);
  row.set(browser.fromHex(COUNTING), 40);
  expect(server.computeRoll(row.subarray(40, 72), 'abc', 7)).toBe(828);
});
