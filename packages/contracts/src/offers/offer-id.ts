import { z } from 'zod';
import { fields } from '../common/fields.ts';
import { id } from '../common/text.ts';

/** The offer's id in either documented spelling: `offerId` or `offer_id`. */
export const offerIdFields = {
  offerId: id.optional().meta(fields.offer_id),
  offer_id: id.optional().meta(fields.offer_id),
};

/**
 * Reads both spellings into `offerId`, for inputs with {@link offerIdFields}. Refuses an input that has neither, with
 * an error for `offerId`.
 */
export function withOfferId<Input extends { offerId?: number | undefined; offer_id?: number | undefined }>(
  { offerId, offer_id, ...rest }: Input,
  ctx: z.RefinementCtx,
): Omit<Input, 'offerId' | 'offer_id'> & { offerId: number } {
  const offer = offerId ?? offer_id;
  if (offer === undefined) {
    ctx.addIssue({ code: 'custom', path: ['offerId'], message: 'is required' });
    return z.NEVER;
  }
  return { ...rest, offerId: offer };
}
