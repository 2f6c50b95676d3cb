import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { randomBytesFromPool } from './random.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Derives a key for one purpose; values sealed for another purpose cannot be opened with it. */
export const deriveKey = (key: string | Uint8Array, purpose: string, bytes = KEY_BYTES): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, bytes));

/**
 * Encrypts with AES-256-GCM. The result is the initialisation vector, the tag and the encrypted text.
 * @param key 32 bytes, or a `KeyObject` that the caller reuses. For bytes, Node creates a `KeyObject` in each call,
 *   which takes three times as long as the cipher
 * @param bound additional authenticated data
 */
export function encrypt(key: Uint8Array | KeyObject, text: string, bound = ''): Buffer {
  const iv = randomBytesFromPool(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound, 'utf8'));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error unless {@link encrypt} made the bytes with this key and this `bound` */
export function decrypt(key: Uint8Array | KeyObject, bytes: Buffer, bound = ''): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8')).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  // Passes no encoding: otherwise Node creates a text decoder for each call.
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  // Throws if the tag is wrong; GCM has no further bytes to return.
  decipher.final();
  return text.toString('utf8');
}

declare const isEncryptionContext: unique symbol;

/**
 * Context that a sealed value is bound to. Created by `encryptionContext` of sealed-columns.ts, which lists all sealed
 * columns.
 */
export type EncryptionContext = string & { readonly [isEncryptionContext]: true };

/**
 * Seals values that the database must not reveal. The key is stored outside the database; see
 * infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md.
 */
export interface SecretBox {
  /** Seals a text as `sealed:v1:{key ID}:{bytes}`. @param place context without which the text cannot be opened */
  seal(text: string, place: EncryptionContext): string;
  /**
   * Opens a sealed value.
   * @returns undefined if no key of this process opens it
   * @throws Error naming the column if the stored value is not sealed
   */
  open(stored: string, place: EncryptionContext): string | undefined;
  /** ID of the current key; empty if there is none. */
  keyId: string;
  /** Derives a key of 32 bytes for one purpose from the current key. */
  keyFor(purpose: string): Uint8Array;
  /** Derives keys of 32 bytes for one purpose from all keys, the current key first. */
  keysFor(purpose: string): Uint8Array[];
}

export const SEALED_PREFIX = 'sealed:v1:';

/** Prefix of values sealed with the current key. Values with another prefix must be resealed. */
export const getSealPrefix = ({ keyId }: Pick<SecretBox, 'keyId'>): string => `${SEALED_PREFIX}${keyId}:`;

/** Returns whether a value is sealed, with any key. */
export const isSealed = (stored: string): boolean => stored.startsWith(SEALED_PREFIX);

/** Returns the name of the column, which is the first element of an encryption context: see `encryptionContext`. */
const getColumn = (place: EncryptionContext): string => /^\["([^"]+)"/.exec(place)?.[1] ?? place;

/** @param keys 32 bytes each. The first key seals values; all keys open them. */
export function createSecretBox(keys: readonly Uint8Array[]): SecretBox {
  const rings = keys.map((key) => ({
    id: Buffer.from(deriveKey(key, 'id of a key', 4)).toString('hex'),
    key: createSecretKey(deriveKey(key, 'secrets at rest')),
  }));
  return {
    keyId: rings[0]?.id ?? '',
    seal(text, place) {
      const [first] = rings;
      if (!first) throw new Error('this process has no key to seal with');
      return `${SEALED_PREFIX}${first.id}:${encrypt(first.key, text, place).toString('base64url')}`;
    },
    open(stored, place) {
      if (!isSealed(stored)) throw new Error(`${getColumn(place)} holds a value that is not sealed`);
      const [id, bytes = ''] = stored.slice(SEALED_PREFIX.length).split(':');
      const ring = rings.find((each) => each.id === id);
      if (!ring) return undefined;
      try {
        return decrypt(ring.key, Buffer.from(bytes, 'base64url'), place);
      } catch {
        // The value was sealed in another context or tampered with.
        return undefined;
      }
    },
    keyFor(purpose) {
      const [first] = keys;
      if (!first) throw new Error('this process has no key to derive from');
      return deriveKey(first, purpose);
    },
    keysFor: (purpose) => keys.map((key) => deriveKey(key, purpose)),
  };
}
