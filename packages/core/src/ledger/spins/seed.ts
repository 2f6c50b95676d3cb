import { DomainError } from '@inaam/contracts/common/errors';
import { toHex } from '@inaam/contracts/spins/draw';
import type { Kernel } from '../../kernel/kernel.ts';
import { drawBytes } from '../../kernel/random.ts';
import { refuseLost, resealTable } from '../../kernel/reseal.ts';
import { prefixOf, type SecretBox } from '../../kernel/secret-box.ts';
import { commitmentOf } from './draw.ts';

/**
 * Seeds lie sealed, so that who reads the database cannot compute a roll before it is drawn, nor look for a text that
 * wins: see infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md.
 */

export const SEED_BYTES = 32;

/** A sealed seed opens for its own commitment alone. */
const placeOf = (commitment: string): string => `completions/seed/${commitment}`;

/** A seed as it is stored. */
export const sealSeed = (box: SecretBox, seed: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(box.seal(Buffer.from(seed).toString('base64url'), placeOf(commitmentOf(seed))), 'utf8');

/** Draws a seed, as SQL functions take it: 32 bytes of its commitment, and then the seed, sealed. */
export function drawSeed(box: SecretBox): Buffer {
  const seed = Uint8Array.from(drawBytes(SEED_BYTES));
  return Buffer.concat([Buffer.from(commitmentOf(seed), 'hex'), sealSeed(box, seed)]);
}

/**
 * @param stored sealed, or 32 bytes in the clear from before seeds were sealed
 * @throws DomainError UNAVAILABLE when no key of this process opens it: never another seed
 */
export function openSeed(box: SecretBox, stored: Uint8Array, commitment: Uint8Array): Uint8Array<ArrayBuffer> {
  const opened = openedSeed(box, stored, commitment);
  if (opened === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a seed cannot be opened') });
  return opened;
}

function openedSeed(box: SecretBox, stored: Uint8Array, commitment: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (stored.length === SEED_BYTES) return Uint8Array.from(stored);
  const opened = box.open(Buffer.from(stored).toString('utf8'), placeOf(toHex(commitment)));
  return opened === undefined ? undefined : Uint8Array.from(Buffer.from(opened, 'base64url'));
}

const BATCH = 500;

interface StoredSeed {
  id: number;
  seed: Uint8Array;
  commitment: Uint8Array;
}

type Box = { kernel: Kernel; secrets: SecretBox };

/**
 * Seals seeds under the present key that an older one has sealed: also those of spins that were made, whose proofs show
 * them. Each batch is committed by itself, so that it continues where it was cut short.
 * @returns how many were sealed
 * @throws Error when seeds cannot be opened: then the others are sealed
 */
export async function sealStoredSeeds(box: Box): Promise<number> {
  const seeds = await resealTable(box, { table: 'completions', window: (after, to) => resealSeeds(box, after, to) });
  refuseLost(seeds, 'seeds of draws');
  return seeds.sealed;
}

async function resealSeeds(box: Box, after: number, to: number) {
  const { kernel, secrets } = box;
  const current = Buffer.from(prefixOf(secrets), 'utf8');
  const stale = await kernel.read(
    (_, sql) => sql<StoredSeed[]>`
      select id, seed, commitment from completions
      where id > ${after} and id <= ${to} and substr(seed, 1, ${current.length}) <> ${current}`,
  );
  let count = 0;
  for (let i = 0; i < stale.length; i += BATCH) count += await replaceSeeds(box, stale.slice(i, i + BATCH));
  return { sealed: count, lost: stale.length - count };
}

/** @returns how many could be opened, and lie sealed under the key of now */
async function replaceSeeds({ kernel, secrets }: Box, rows: readonly StoredSeed[]): Promise<number> {
  const given = rows.flatMap(({ id, seed, commitment }) => {
    const opened = openedSeed(secrets, seed, commitment);
    return opened === undefined ? [] : [{ id, was: toHex(seed), seed: sealSeed(secrets, opened).toString('hex') }];
  });
  if (given.length > 0) await kernel.move((sql) => sql`select seal_seeds(${JSON.stringify(given)}::jsonb)`);
  return given.length;
}
