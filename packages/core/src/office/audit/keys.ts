import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../kernel/secret-box.ts';

/** The keys of the audit log: Ed25519 (RFC 8032), made from seeds of 32 bytes. */
export interface AuditKeys {
  /** The key that signs new seals. */
  getSigningKey(): SigningKey;
  /** The public keys (hex) that may have signed a seal. */
  listTrustedKeys(): string[];
}

export interface SigningKey {
  key: KeyObject;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

const PURPOSE = 'audit seals';
/** DER prefix of an Ed25519 key of 32 bytes: RFC 8410. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * @param options.own seeds of the audit log's own keys, the current one first. If empty, they are derived from the keys
 *   of `secrets`, whose owner can then sign a forged log.
 * @param options.earlier public keys (hex) of earlier seals
 */
export function createAuditKeys({
  secrets,
  own = [],
  earlier = [],
}: {
  secrets: Pick<SecretBox, 'keysFor'>;
  own?: readonly Uint8Array[];
  earlier?: readonly string[];
}): AuditKeys {
  const getSeeds = () => (own.length > 0 ? own : secrets.keysFor(PURPOSE));
  return {
    getSigningKey() {
      const [seed] = getSeeds();
      if (!seed) throw new Error('this process has no key to sign the audit log with');
      return toSigningKey(seed);
    },
    listTrustedKeys: () => [
      ...getSeeds().map((seed) => Buffer.from(toSigningKey(seed).publicKey).toString('hex')),
      ...earlier,
    ],
  };
}

function toSigningKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { key, publicKey: spki.subarray(PUBLIC_PREFIX.length) };
}

export const toPublicKey = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
