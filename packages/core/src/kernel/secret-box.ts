import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytesFromPool } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** A key for one purpose out of another: what is sealed for one is nothing for the other. */
export const deriveKey = (key: string | Uint8Array, purpose: string, bytes = KEY_BYTES): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, bytes));

/**
 * AES-256-GCM: initialisation vector, tag and text.
 * @param key of 32 bytes; made a `KeyObject` once where it is used often: of bytes Node makes one with each call, which
 *   takes three times as long as the cipher
 * @param bound what the same bytes are worthless without
 */
export function encrypt(key: Uint8Array | KeyObject, text: string, bound = ''): Buffer {
  const iv = randomBytesFromPool(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error when it is not what {@link encrypt} made with this key and this `bound` */
export function decrypt(key: Uint8Array | KeyObject, bytes: Buffer, bound = ''): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8')).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  // As bytes: for text Node makes a decoder with each call.
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  // It gives nothing more, and is what compares the tag.
  decipher.final();
  return text.toString('utf8');
}

declare const isEncryptionContext: unique symbol;

/**
 * Where a sealed value belongs: made by `encryptionContext` of sealed-columns.ts, so that each sealed column is in its
 * list.
 */
export type EncryptionContext = string & { readonly [isEncryptionContext]: true };

/**
 * Keeps what the database must not know in the clear. The key lies outside the database: see
 * infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md.
 */
export interface SecretBox {
  /** `sealed:v1:{key}:{bytes}`. @param place where it will lie: it can be opened nowhere else */
  seal(text: string, place: EncryptionContext): string;
  /**
   * What was sealed.
   * @returns undefined when no key of this process opens it
   * @throws Error that names the column, where the stored value is not sealed
   */
  open(stored: string, place: EncryptionContext): string | undefined;
  /** Names the key that seals now; empty where there is none. */
  keyId: string;
  /** A key of 32 bytes for one purpose, the same in all processes that seal with the same key. */
  keyFor(purpose: string): Uint8Array;
}

/** The start of every sealed text. */
export const SEALED_PREFIX = 'sealed:v1:';

/** How everything begins that the key seals which seals now: what does not is stale. */
export const getSealPrefix = ({ keyId }: Pick<SecretBox, 'keyId'>): string => `${SEALED_PREFIX}${keyId}:`;

/** Has it been sealed, by whichever key? */
export const isSealed = (stored: string): boolean => stored.startsWith(SEALED_PREFIX);

/** A place begins with its column: see `encryptionContext`. */
const columnOf = (place: EncryptionContext): string => /^\["([^"]+)"/.exec(place)?.[1] ?? place;

/** @param keys of 32 bytes each: the first seals, all of them open */
export function createSecretBox(keys: readonly Uint8Array[]): SecretBox {
  const rings = keys.map((key) => ({
    id: Buffer.from(deriveKey(key, 'id of a key', 4)).toString('hex'),
    key: createSecretKey(deriveKey(key, 'secrets at rest')),
  }));
  return {
    keyId: rings[0]?.id ?? '',
    seal(text, place) {
      const [first] = rings;
      if (!first) throw new Error('this process was given no key to seal with');
      return `${SEALED_PREFIX}${first.id}:${encrypt(first.key, text, place).toString('base64url')}`;
    },
    open(stored, place) {
      if (!isSealed(stored)) throw new Error(`${columnOf(place)} holds a value that is not sealed`);
      const [id, bytes = ''] = stored.slice(SEALED_PREFIX.length).split(':');
      const ring = rings.find((each) => each.id === id);
      if (!ring) return undefined;
      try {
        return decrypt(ring.key, Buffer.from(bytes, 'base64url'), place);
      } catch {
        // It was sealed for another place, or somebody changed it.
        return undefined;
      }
    },
    keyFor(purpose) {
      const [first] = keys;
      if (!first) throw new Error('this process was given no key to derive from');
      return deriveKey(first, purpose);
    },
  };
}
