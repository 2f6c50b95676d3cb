import { ROLLS } from '../offers/odds.ts';

/**
 * Commit and reveal, contract section 3. The same code runs on the server when it draws and in the browser when a
 * person checks the draw; both have Web Crypto.
 */

/** The largest multiple of 1000 below 2^32: words from here on would favour small rolls, and do not count. */
const FAIR_LIMIT = 4_294_967_000;

export interface Proof {
  /** 64 hex digits: the 32 bytes that the server drew with the completion. */
  serverSeed: string;
  clientSeed: string;
  completionId: number;
  /** 64 hex digits: SHA-256 of the seed's bytes, shown before the spin. */
  commitment: string;
  /** 0 to 999. */
  roll: number;
}

export const MAX_CLIENT_SEED = 64;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @throws RangeError when the text is not an even number of hex digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hex');
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** SHA-256 of the seed's bytes, hex. */
export async function commitmentOf(seed: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', seed)));
}

/** The roll that a digest gives: its first big-endian 32-bit word below the fair limit, mod 1000; or undefined. */
export function rollOfDigest(digest: ArrayBuffer): number | undefined {
  const words = new DataView(digest);
  for (let offset = 0; offset + 4 <= words.byteLength; offset += 4) {
    const word = words.getUint32(offset);
    if (word < FAIR_LIMIT) return word % ROLLS;
  }
  return undefined;
}

/**
 * The roll, 0 to 999: HMAC-SHA256 keyed with the seed's bytes over `{clientSeed}:{completionId}`, and over the same
 * text with `:1`, `:2`, … behind it while a digest gives none.
 */
export async function rollOf(seed: Uint8Array<ArrayBuffer>, clientSeed: string, completionId: number): Promise<number> {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const base = `${clientSeed}:${completionId}`;
  for (let attempt = 0; ; attempt++) {
    const text = new TextEncoder().encode(attempt === 0 ? base : `${base}:${attempt}`);
    const roll = rollOfDigest(await crypto.subtle.sign('HMAC', key, text));
    if (roll !== undefined) return roll;
  }
}

/** What a recomputation found: does the seed match what was promised, and does it give the roll that was used? */
export async function checkProof(proof: Proof): Promise<{ commitmentMatches: boolean; roll: number; ok: boolean }> {
  const seed = fromHex(proof.serverSeed);
  const commitmentMatches = (await commitmentOf(seed)) === proof.commitment;
  const roll = await rollOf(seed, proof.clientSeed, proof.completionId);
  return { commitmentMatches, roll, ok: commitmentMatches && roll === proof.roll };
}
