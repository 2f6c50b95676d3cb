import { z } from 'zod';
import { offerIdFields, withOfferId } from '../offers/offer-id.ts';

export const clickInput = z.object(offerIdFields).transform(withOfferId);
export const click = z.object({ redirectUrl: z.string() });
export type Click = z.infer<typeof click>;
