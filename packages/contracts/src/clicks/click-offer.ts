import { z } from 'zod';
import { id } from '../common/text.ts';

/** `offerId`; `offer_id` is read too. */
export const offerIdEither = z
  .object({ offerId: id.optional(), offer_id: id.optional() })
  .transform(({ offerId, offer_id }, ctx) => {
    const offer = offerId ?? offer_id;
    if (offer === undefined) {
      ctx.addIssue({ code: 'custom', path: ['offerId'], message: 'is required' });
      return z.NEVER;
    }
    return offer;
  });

export const clickInput = offerIdEither.transform((offerId) => ({ offerId }));
export const click = z.object({ redirectUrl: z.string() });
export type Click = z.infer<typeof click>;
