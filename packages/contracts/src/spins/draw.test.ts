import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProof, computeCommitment, computeRoll, digestToRoll, fromHex, rollSteps, toHex } from './draw.ts';

/** The contract's words again, in another library's terms. */
function rollByTheContract(seed: Buffer, clientSeed: string, completionId: number): number {
  for (let attempt = 0; ; attempt++) {
    const text = `${clientSeed}:${completionId}${attempt === 0 ? '' : `:${attempt}`}`;
    const digest = createHmac('sha256', seed).update(text, 'utf8').digest();
    for (let i = 0; i < 8; i++) {
      const word = digest.readUInt32BE(i * 4);
      if (word < 4_294_967_000) return word % 1000;
    }
  }
}

test('the roll is the contract’s, for any seed, client seed and completion', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.integer({ min: 1, max: 2 ** 50 }),
      async (seed, clientSeed, completionId) => {
        const bytes = Uint8Array.from(seed);
        expect(await computeRoll(bytes, clientSeed, completionId)).toBe(
          rollByTheContract(Buffer.from(seed), clientSeed, completionId),
        );
      },
    ),
  );
});

test('the commitment is the SHA-256 of the bytes', async () => {
  const seed = randomBytes(32);
  expect(await computeCommitment(Uint8Array.from(seed))).toBe(createHash('sha256').update(seed).digest('hex'));
});

describe('words of a digest', () => {
  const digest = (...words: number[]) => {
    const view = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 8; i++) view.setUint32(i * 4, words[i] ?? 0xffffffff);
    return new Uint8Array(view.buffer);
  };
  test('at or above the fair limit do not count', () => {
    expect(digestToRoll(digest(4_294_967_000, 4_294_967_295, 4_294_966_999))).toBe(999);
    expect(digestToRoll(digest(4_294_967_123, 1_234_567))).toBe(567);
    expect(digestToRoll(digest())).toBeUndefined();
  });
  test('the last of the eight still counts', () => {
    const none = 0xffffffff;
    expect(digestToRoll(digest(none, none, none, none, none, none, none, 42))).toBe(42);
  });
});

test('a digest without a word that counts is followed by another, over a numbered text', () => {
  const key = new Uint8Array(32);
  const steps = rollSteps(key, 'abc', 7);
  const asked = [steps.next(), steps.next(new Uint8Array(32).fill(255)), steps.next(new Uint8Array(32).fill(255))];
  const texts = asked.map(({ value }) => (typeof value === 'number' ? value : new TextDecoder().decode(value.data)));
  expect(texts).toEqual(['abc:7', 'abc:7:1', 'abc:7:2']);
  expect(steps.next(new Uint8Array(32).fill(1))).toEqual({ done: true, value: 0x01010101 % 1000 });
});

describe('a proof', () => {
  const seed = Uint8Array.from(randomBytes(32));
  const honest = async () => ({
    serverSeed: toHex(seed),
    clientSeed: 'abc',
    completionId: 7,
    commitment: await computeCommitment(seed),
    roll: await computeRoll(seed, 'abc', 7),
  });
  test('holds when it is honest', async () => {
    expect((await checkProof(await honest())).ok).toBe(true);
  });
  test('fails with another roll, another seed, or another commitment', async () => {
    const proof = await honest();
    expect((await checkProof({ ...proof, roll: (proof.roll + 1) % 1000 })).ok).toBe(false);
    expect((await checkProof({ ...proof, serverSeed: toHex(randomBytes(32)) })).ok).toBe(false);
    expect((await checkProof({ ...proof, commitment: toHex(randomBytes(32)) })).ok).toBe(false);
  });
});

test('hex goes there and back, and rubbish is refused', () => {
  const bytes = Uint8Array.from(randomBytes(40));
  expect(fromHex(toHex(bytes))).toEqual(bytes);
  expect(() => fromHex('abc')).toThrow(RangeError);
  expect(() => fromHex('zz')).toThrow(RangeError);
});

test('rolls spread evenly: chi-square over 20,000 draws of one seed', async () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const counts = Array.from({ length: 1000 }, () => 0);
  const draws = 20_000;
  for (let completion = 1; completion <= draws; completion++) {
    const roll = await computeRoll(seed, 'even', completion);
    counts[roll] = (counts[roll] ?? 0) + 1;
  }
  const expected = draws / 1000;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // 999 degrees of freedom: beyond 1144 only once in a thousand. The seed is fixed, so this does not flicker.
  expect(chiSquare).toBeLessThan(1144);
});
