import { createHash, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProof, computeCommitment, computeRoll, digestToRoll, fromHex, rollSteps, toHex } from './draw.ts';

/** The documented steps of a draw, implemented again with another library. */
function computeDocumentedRoll(seed: Buffer, clientSeed: string, completionId: number): number {
  for (let attempt = 0; ; attempt++) {
    const text = `${clientSeed}:${completionId}${attempt === 0 ? '' : `:${attempt}`}`;
    const digest = createHmac('sha256', seed).update(text, 'utf8').digest();
    for (let i = 0; i < 8; i++) {
      const word = digest.readUInt32BE(i * 4);
      if (word < 4_294_967_000) return word % 1000;
    }
  }
}

test('computes the documented roll for any seed, client seed and completion', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.integer({ min: 1, max: 2 ** 50 }),
      async (seed, clientSeed, completionId) => {
        const bytes = Uint8Array.from(seed);
        expect(await computeRoll(bytes, clientSeed, completionId)).toBe(
          computeDocumentedRoll(Buffer.from(seed), clientSeed, completionId),
        );
      },
    ),
  );
});

test('computes the commitment as the SHA-256 of the seed', async () => {
  const seed = randomBytes(32);
  expect(await computeCommitment(Uint8Array.from(seed))).toBe(createHash('sha256').update(seed).digest('hex'));
});

describe('words of a digest', () => {
  const digest = (...words: number[]) => {
    const view = new DataView(new ArrayBuffer(32));
    for (let i = 0; i < 8; i++) view.setUint32(i * 4, words[i] ?? 0xffffffff);
    return new Uint8Array(view.buffer);
  };
  test('skips words at or above the limit', () => {
    expect(digestToRoll(digest(4_294_967_000, 4_294_967_295, 4_294_966_999))).toBe(999);
    expect(digestToRoll(digest(4_294_967_123, 1_234_567))).toBe(567);
    expect(digestToRoll(digest())).toBeUndefined();
  });
  test('uses even the last of the eight words', () => {
    const none = 0xffffffff;
    expect(digestToRoll(digest(none, none, none, none, none, none, none, 42))).toBe(42);
  });
});

test('hashes the text with a counter when every word of a digest is too large', () => {
  const key = new Uint8Array(32);
  const steps = rollSteps(key, 'abc', 7);
  const results = [steps.next(), steps.next(new Uint8Array(32).fill(255)), steps.next(new Uint8Array(32).fill(255))];
  const texts = results.map(({ value }) => (typeof value === 'number' ? value : new TextDecoder().decode(value.data)));
  expect(texts).toEqual(['abc:7', 'abc:7:1', 'abc:7:2']);
  expect(steps.next(new Uint8Array(32).fill(1))).toEqual({ done: true, value: 0x01010101 % 1000 });
});

describe('a proof', () => {
  const seed = Uint8Array.from(randomBytes(32));
  const makeHonestProof = async () => ({
    serverSeed: toHex(seed),
    clientSeed: 'abc',
    completionId: 7,
    commitment: await computeCommitment(seed),
    roll: await computeRoll(seed, 'abc', 7),
  });
  test('passes if it is honest', async () => {
    expect((await checkProof(await makeHonestProof())).ok).toBe(true);
  });
  test('fails if the roll, the seed or the commitment differs', async () => {
    const proof = await makeHonestProof();
    expect((await checkProof({ ...proof, roll: (proof.roll + 1) % 1000 })).ok).toBe(false);
    expect((await checkProof({ ...proof, serverSeed: toHex(randomBytes(32)) })).ok).toBe(false);
    expect((await checkProof({ ...proof, commitment: toHex(randomBytes(32)) })).ok).toBe(false);
  });
});

test('converts bytes to hex and back, and rejects invalid hex', () => {
  const bytes = Uint8Array.from(randomBytes(40));
  expect(fromHex(toHex(bytes))).toEqual(bytes);
  expect(() => fromHex('abc')).toThrow(RangeError);
  expect(() => fromHex('zz')).toThrow(RangeError);
});

test('spreads rolls evenly: chi-square over 20,000 draws of one seed', async () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const counts = Array.from({ length: 1000 }, () => 0);
  const draws = 20_000;
  // Each draw waits for Node's thread pool, so the test runs many draws in parallel.
  const atOnce = 500;
  for (let first = 1; first <= draws; first += atOnce) {
    const rolls = Array.from({ length: atOnce }, (_, i) => computeRoll(seed, 'even', first + i));
    for (const roll of await Promise.all(rolls)) counts[roll] = (counts[roll] ?? 0) + 1;
  }
  const expected = draws / 1000;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // With 999 degrees of freedom, one in a thousand random sets exceeds 1144. The fixed seed makes the test repeatable.
  expect(chiSquare).toBeLessThan(1144);
});
