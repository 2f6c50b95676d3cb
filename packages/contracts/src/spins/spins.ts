import { z } from 'zod';
import { day, fieldMeta, fields, integer, number, SHA, string } from '../common/fields.ts';
import { isStorable } from '../common/text.ts';
import { offerIdFields, withOfferId } from '../offers/offer-id.ts';
import { MAX_CLIENT_SEED } from './draw.ts';

export const spinInput = z
  .object({
    ...offerIdFields,
    clientSeed: z
      .string()
      .max(MAX_CLIENT_SEED, `must be at most ${MAX_CLIENT_SEED} characters`)
      .refine(isStorable, 'must be well-formed text')
      .default('')
      .meta(fieldMeta("The caller's part of the draw")),
  })
  .transform(withOfferId);

export const proof = z.object({
  serverSeed: string(fieldMeta("The server's part of the draw, hex, revealed", SHA)),
  clientSeed: string(fieldMeta("The caller's part of the draw", 'my own words')),
  completionId: integer(fieldMeta('Id of the completion', 1207)),
  commitment: string(fieldMeta('SHA-256 of the server seed, hex', SHA)),
  roll: integer(fieldMeta('The number drawn, 0 to 999', 31)),
  clientSeedHash: string(fields.clientSeedHash).nullable(),
  /** `committed`: `clientSeed` is the hashed text; `lost`: `clientSeed` is the hash; `open`: the click had no hash. */
  share: z
    .enum(['open', 'committed', 'lost'])
    .meta(
      fieldMeta(
        'How the caller’s part of the draw relates to the click. `committed`: the click brought its hash. `lost`: the click brought a hash, but the text was lost, so the hash takes the place of the text. `open`: the click brought no hash',
      ),
    ),
});

export const wonVoucher = z.object({
  amount: number(fields.amount),
  type: string(fields.type),
  brand: string(fields.brand),
  code: string(fields.code),
  pin: string(fields.voucher_pin).nullable(),
});

/** One wedge of a wheel, see `Wedge` in wheel.ts. The wedges of a wheel cover 0 to 360 degrees in order. */
export const wedge = z.object({
  from: number(fieldMeta('Where the wedge begins, in degrees clockwise from the top of the wheel', 0)),
  to: number(fieldMeta('Where the wedge ends, in degrees clockwise from the top of the wheel', 9)),
  amount: number(fields.amount).nullable(),
});

export const spinResult = z.object({
  success: z.literal(true),
  rewardType: string(fieldMeta('`none` or `voucher_{amount}`', 'voucher_5')),
  message: string(fields.message),
  landingAngle: number(fieldMeta('Degrees clockwise from the top of the wheel to the point under the pointer', 12.25)),
  /** The layout of the wheel that the angle belongs to. */
  wheel: z.array(wedge).meta(fields.wheel),
  /** Absent after a loss, and after a win whose amount is out of stock. */
  voucher: wonVoucher.extend({ expiry_date: day(fields.expiry_date) }).optional(),
  proof: proof.meta(fieldMeta('The values from which anybody can recompute the draw')),
});
export type SpinResult = z.infer<typeof spinResult>;
