import { DomainError } from '@inaam/contracts/common/errors';
import { toHex } from '@inaam/contracts/spins/draw';
import type { Kernel } from '../kernel/kernel.ts';
import { drawBytes } from '../kernel/random.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { commitmentOf } from './draw.ts';

/**
 * Seeds lie sealed, so that who reads the database cannot compute a roll before it is drawn, nor look for a text that
 * wins: see infra/docs/decisions/0041-codes-and-seeds-lie-sealed.md.
 */

export const SEED_BYTES = 32;

/** A sealed seed opens for its own commitment alone. */
const placeOf = (commitment: string): string => `completions/seed/${commitment}`;

const sealed = (box: SecretBox, seed: Uint8Array<ArrayBuffer>): { commitment: Buffer; seed: Buffer } => {
  const commitment = commitmentOf(seed);
  return {
    commitment: Buffer.from(commitment, 'hex'),
    seed: Buffer.from(box.seal(Buffer.from(seed).toString('base64url'), placeOf(commitment)), 'utf8'),
  };
};

/** Draws a seed, as SQL functions take it: 32 bytes of its commitment, and then the seed, sealed. */
export function drawSeed(box: SecretBox): Buffer {
  const { commitment, seed } = sealed(box, Uint8Array.from(drawBytes(SEED_BYTES)));
  return Buffer.concat([commitment, seed]);
}

/**
 * @param stored sealed, or 32 bytes in the clear from before seeds were sealed
 * @throws DomainError UNAVAILABLE when no key of this process opens it: never another seed
 */
export function openSeed(box: SecretBox, stored: Uint8Array, commitment: Uint8Array): Uint8Array<ArrayBuffer> {
  if (stored.length === SEED_BYTES) return Uint8Array.from(stored);
  const opened = box.open(Buffer.from(stored).toString('utf8'), placeOf(toHex(commitment)));
  if (opened === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a seed cannot be opened') });
  return Uint8Array.from(Buffer.from(opened, 'base64url'));
}

const BATCH = 500;

/**
 * Seals seeds that lie in the clear, from before seeds were sealed. Each batch is done by itself, so that it goes on
 * where it was broken off.
 * @returns how many were sealed
 */
export async function sealStoredSeeds({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  let count = 0;
  // From the last one on: from the start, each batch would walk over the index entries of all that were sealed before.
  for (let after = 0; ; ) {
    const rows = await kernel.read(
      (_, sql) => sql<{ id: number; seed: Uint8Array }[]>`
        select id, seed from completions where length(seed) = 32 and id > ${after} order by id limit ${BATCH}`,
    );
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    const given = rows.map(({ id, seed }) => ({
      id,
      seed: sealed(secrets, Uint8Array.from(seed)).seed.toString('hex'),
    }));
    await kernel.move((sql) => sql`select seal_seeds(${JSON.stringify(given)}::jsonb)`);
    count += rows.length;
  }
}
