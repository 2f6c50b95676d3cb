import { z } from 'zod';

/** Public keys of networks that sign with a private key: PEM by key id. */
export const publicKeys = z.object({ fetched_at: z.string(), keys: z.record(z.string(), z.string()) });
export type PublicKeys = z.output<typeof publicKeys>;

/**
 * The format of gstatic.com/admob/reward/verifier-keys.json:
 * `{"keys": [{"keyId": 3335741209, "pem": "-----BEGIN PUBLIC KEY-----…"}]}`
 */
export const publishedKeys = z.object({
  keys: z
    .array(z.object({ keyId: z.union([z.number(), z.string()]).transform(String), pem: z.string().max(4000) }))
    .max(100),
});
