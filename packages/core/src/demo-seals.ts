import { type SecretField, sealSecret } from './networks/secrets.ts';
import type { Services } from './services.ts';
import { sealSeed } from './spins/seed.ts';
import { sealCodes } from './vouchers/codes.ts';

/** Seals what the demo stores as all other secrets are sealed. */
export const demoSeals = (box: Pick<Services, 'kernel' | 'secrets'>) => ({
  secret: (networkId: number, field: SecretField, secret: string) => sealSecret(box.secrets, networkId, field, secret),
  codes: (codes: readonly string[], amountPaise: number) => sealCodes(box, codes, amountPaise),
  seed: (seed: Uint8Array<ArrayBuffer>) => sealSeed(box.secrets, seed),
});
