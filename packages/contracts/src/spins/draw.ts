import { ROLLS } from '../offers/odds.ts';

/**
 * Commit and reveal. The steps of a draw are generators that yield a request for each hash. In the browser, where a
 * person checks a draw, this module answers the requests with Web Crypto. The server answers them synchronously with
 * Node's crypto (packages/core/src/ledger/spins/draw.ts).
 */

/** Requests 32 bytes: the SHA-256 of `data`, or the HMAC-SHA256 if there is a `key`. */
export interface HashRequest {
  data: Uint8Array<ArrayBuffer>;
  key?: Uint8Array<ArrayBuffer>;
}

/** Steps that pause at each hash request until they receive the hash. */
export type HashSteps<Result> = Generator<HashRequest, Result, Uint8Array>;

/** The largest multiple of 1000 below 2^32. Words at or above this limit would favour small rolls and are skipped. */
const UNBIASED_LIMIT = 4_294_967_000;

export interface Proof {
  /** 64 hex digits: the 32 random bytes that the server generated at the completion. */
  serverSeed: string;
  clientSeed: string;
  completionId: number;
  /** 64 hex digits: SHA-256 of the seed's bytes, shown before the spin. */
  commitment: string;
  /** 0 to 999. */
  roll: number;
  /** SHA-256 of the client's text, sent with the click; null if the client sent none, undefined if unknown. */
  clientSeedHash?: string | null | undefined;
  /** The status of `clientSeed`: see `resolveClientSeed` in packages/core/src/ledger/spins/client-seed.ts. */
  share?: 'open' | 'committed' | 'lost' | undefined;
}

export const MAX_CLIENT_SEED = 64;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

/** @throws RangeError when the text is not an even number of hex digits */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hex');
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** Computes the commitment: SHA-256 of the seed's bytes, as hex. */
export function* commitmentSteps(seed: Uint8Array<ArrayBuffer>): HashSteps<string> {
  return toHex(yield { data: seed });
}

/**
 * The roll of a digest: its first big-endian 32-bit word below the limit, modulo 1000; undefined if every word is too
 * large.
 */
export function digestToRoll(digest: Uint8Array): number | undefined {
  const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  for (let offset = 0; offset + 4 <= words.byteLength; offset += 4) {
    const word = words.getUint32(offset);
    if (word < UNBIASED_LIMIT) return word % ROLLS;
  }
  return undefined;
}

/**
 * Computes the roll, 0 to 999, from the HMAC-SHA256 of `{clientSeed}:{completionId}` with the seed's bytes as key. If
 * the digest gives no roll, the steps append `:1`, `:2`, … to the text and try again.
 */
export function* rollSteps(key: Uint8Array<ArrayBuffer>, clientSeed: string, completionId: number): HashSteps<number> {
  const base = `${clientSeed}:${completionId}`;
  for (let attempt = 0; ; attempt++) {
    const data = new TextEncoder().encode(attempt === 0 ? base : `${base}:${attempt}`);
    const roll = digestToRoll(yield { data, key });
    if (roll !== undefined) return roll;
  }
}

/** The result of checking a proof. `roll` is the recomputed roll. */
interface ProofCheck {
  commitmentMatches: boolean;
  /**
   * Whether `clientSeed` matches the hash that came with the click, or is that hash because the text was lost. If there
   * is no hash, true unless `share` says that there was one.
   */
  clientSeedMatches: boolean;
  roll: number;
  ok: boolean;
}

function* clientSeedSteps({ clientSeed, clientSeedHash, share }: Proof): HashSteps<boolean> {
  if (clientSeedHash === undefined || clientSeedHash === null) return share !== 'committed' && share !== 'lost';
  if (share === 'lost') return clientSeed === clientSeedHash;
  return share === 'committed' && toHex(yield { data: new TextEncoder().encode(clientSeed) }) === clientSeedHash;
}

/** Recomputes a proof. @throws RangeError when the seed is not hex */
export function* proofSteps(proof: Proof): HashSteps<ProofCheck> {
  const seed = fromHex(proof.serverSeed);
  const commitmentMatches = (yield* commitmentSteps(seed)) === proof.commitment;
  const clientSeedMatches = yield* clientSeedSteps(proof);
  const roll = yield* rollSteps(seed, proof.clientSeed, proof.completionId);
  return {
    commitmentMatches,
    clientSeedMatches,
    roll,
    ok: commitmentMatches && clientSeedMatches && roll === proof.roll,
  };
}

/** Runs {@link commitmentSteps} with Web Crypto. */
export const computeCommitment = (seed: Uint8Array<ArrayBuffer>): Promise<string> =>
  runWithWebCrypto(commitmentSteps(seed));

/** Runs {@link rollSteps} with Web Crypto. */
export const computeRoll = (seed: Uint8Array<ArrayBuffer>, clientSeed: string, completionId: number): Promise<number> =>
  runWithWebCrypto(rollSteps(seed, clientSeed, completionId));

/** Runs {@link proofSteps} with Web Crypto. */
export const checkProof = (proof: Proof): Promise<ProofCheck> => runWithWebCrypto(proofSteps(proof));

/** Runs steps with hashes from Web Crypto. */
export async function runWithWebCrypto<Result>(steps: HashSteps<Result>): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(new Uint8Array(await webHash(step.value)));
  return step.value;
}

async function webHash({ data, key }: HashRequest): Promise<ArrayBuffer> {
  if (!key) return crypto.subtle.digest('SHA-256', data);
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, data);
}
