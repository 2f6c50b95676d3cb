import type { Kernel } from './kernel/kernel.ts';
import { type SecretField, sealSecret } from './kernel/network-secrets.ts';
import type { SecretBox } from './kernel/secret-box.ts';
import { sealSeed } from './ledger/spins/seed.ts';
import { sealCodes } from './ledger/vouchers/codes.ts';

/** Functions that encrypt the secrets, codes and seeds of the demo data as production does. */
export const createDemoSeals = (box: { kernel: Kernel; secrets: SecretBox }) => ({
  secret: (networkId: number, field: SecretField, secret: string) => sealSecret(box.secrets, networkId, field, secret),
  codes: (codes: readonly string[], amountPaise: number, pins: readonly (string | null)[]) =>
    sealCodes(box, codes, amountPaise, pins),
  seed: (seed: Uint8Array<ArrayBuffer>) => sealSeed(box.secrets, seed),
});
