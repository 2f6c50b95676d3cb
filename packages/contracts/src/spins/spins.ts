import { z } from 'zod';
import { offerIdFields, withOfferId } from '../offers/offer-id.ts';
import { MAX_CLIENT_SEED } from './draw.ts';

export const spinInput = z
  .object({
    ...offerIdFields,
    clientSeed: z
      .string()
      .max(MAX_CLIENT_SEED, `must be at most ${MAX_CLIENT_SEED} characters`)
      .refine((seed) => seed.isWellFormed() && !seed.includes('\u0000'), 'must be well-formed text')
      .default(''),
  })
  .transform(withOfferId);

export const proof = z.object({
  serverSeed: z.string(),
  clientSeed: z.string(),
  completionId: z.number(),
  commitment: z.string(),
  roll: z.number(),
  /** SHA-256 of the client's text, hex, as its click brought it; null without one. */
  clientSeedHash: z.string().nullable(),
  /** `committed`: the text of that hash; `lost`: the hash in its place; `open`: no hash came with the click. */
  share: z.enum(['open', 'committed', 'lost']),
});

export const wonVoucher = z.object({ amount: z.number(), type: z.string(), brand: z.string(), code: z.string() });

/** One wedge of a wheel, see `Wedge` in wheel.ts: a wheel has them in order, without gaps from 0 to 360 degrees. */
export const wedge = z.object({ from: z.number(), to: z.number(), amount: z.number().nullable() });

export const spinResult = z.object({
  success: z.literal(true),
  /** `none` or `voucher_{amount}`. */
  rewardType: z.string(),
  message: z.string(),
  /** Degrees clockwise from the wheel's own top of the point that ends under the pointer. */
  landingAngle: z.number(),
  /** The layout under which that angle was drawn. */
  wheel: z.array(wedge),
  /** Absent after a loss, and while a win is owed. */
  voucher: wonVoucher.extend({ expiry_date: z.string() }).optional(),
  proof,
});
export type SpinResult = z.infer<typeof spinResult>;
