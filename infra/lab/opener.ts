import { toHex } from '@inaam/contracts/spins/draw';
import { createSecretBox } from '@inaam/core/kernel/secret-box';
import { openSeed } from '@inaam/core/ledger/spins/seed';
import { openCode } from '@inaam/core/ledger/vouchers/codes';

/** Opens what the database of a process keeps sealed. */
export interface Opener {
  /** Of a completion, in hex. */
  seed(stored: Uint8Array, commitment: Uint8Array): string;
  /** Of a voucher. */
  code(stored: string, amountPaise: number): string;
}

/** @param key what the process has as SECRETS_KEY, 32 bytes */
export function createOpener(key: Uint8Array): Opener {
  const box = createSecretBox([key]);
  return {
    seed: (stored, commitment) => toHex(openSeed(box, stored, commitment)),
    code: (stored, amountPaise) => openCode(box, stored, amountPaise),
  };
}
