import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { SecretBox } from '../../kernel/secret-box.ts';

/** The Ed25519 keys of the audit log (RFC 8032), derived from seeds of 32 bytes. */
export interface AuditKeys {
  /** The key that signs new seals. */
  getSigningKey(): SigningKey;
  /** The public keys (hex) that may have signed a seal. */
  listTrustedKeys(): string[];
}

export interface SigningKey {
  key: KeyObject;
  /** The 32 bytes of the public key, without the DER prefix. */
  publicKey: Uint8Array;
}

const PURPOSE = 'audit seals';
/** DER prefixes of Ed25519 keys. After the prefix come the 32 bytes of the seed or of the public key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * @param options.auditSeeds seeds of keys that only the audit log uses, the current one first. If empty, seeds are
 *   derived from SECRETS_KEY; then anyone who has SECRETS_KEY can sign a forged log.
 * @param options.earlier public keys (hex) that signed earlier seals and are still trusted
 */
export function createAuditKeys({
  secrets,
  auditSeeds = [],
  earlier = [],
}: {
  secrets: Pick<SecretBox, 'keysFor'>;
  auditSeeds?: readonly Uint8Array[];
  earlier?: readonly string[];
}): AuditKeys {
  const getSeeds = () => (auditSeeds.length > 0 ? auditSeeds : secrets.keysFor(PURPOSE));
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
