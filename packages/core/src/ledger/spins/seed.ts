import { DomainError } from '@inaam/contracts/common/errors';
import { toHex } from '@inaam/contracts/spins/draw';
import { randomBytesFromPool } from '../../kernel/random.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { computeCommitment } from './draw.ts';

/**
 * Seeds are encrypted at rest. Otherwise a reader of the database could compute a roll before the draw, or search for a
 * winning client seed. See infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md.
 */

export const SEED_BYTES = 32;

/** Encrypts a seed for storage. */
export const sealSeed = (box: SecretBox, seed: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(
    box.seal(Buffer.from(seed).toString('base64url'), encryptionContext('completions.seed', computeCommitment(seed))),
    'utf8',
  );

/** Generates a seed. Returns the bytes that SQL functions expect: the 32-byte commitment, then the sealed seed. */
export function generateSeed(box: SecretBox): Buffer {
  const seed = Uint8Array.from(randomBytesFromPool(SEED_BYTES));
  return Buffer.concat([Buffer.from(computeCommitment(seed), 'hex'), sealSeed(box, seed)]);
}

/** @throws DomainError UNAVAILABLE if no key of this process can decrypt the seed */
export function openSeed(box: SecretBox, stored: Uint8Array, commitment: Uint8Array): Uint8Array<ArrayBuffer> {
  const opened = box.open(
    Buffer.from(stored).toString('utf8'),
    encryptionContext('completions.seed', toHex(commitment)),
  );
  if (opened === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a seed cannot be opened') });
  return Uint8Array.from(Buffer.from(opened, 'base64url'));
}
