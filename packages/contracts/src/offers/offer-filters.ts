import { z } from 'zod';
import { fields } from '../common/fields.ts';
import { comparedText, id } from '../common/text.ts';

/** Filters of lists whose rows belong to an offer. */
export const offerFilters = {
  /** An offer's external id, or its own id. */
  offer: comparedText(120).optional().meta(fields.offer),
  /** The offer's own id, which is always unique. Two networks may use the same external id. */
  offer_id: z
    .union([z.literal('').transform(() => undefined), id])
    .optional()
    .meta(fields.offer_id),
};
