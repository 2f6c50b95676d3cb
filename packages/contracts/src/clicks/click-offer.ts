import { z } from 'zod';
import { fieldMeta, fields, string } from '../common/fields.ts';
import { text } from '../common/text.ts';
import { offerIdFields, withOfferId } from '../offers/offer-id.ts';

const sub = text(100)
  .optional()
  .meta(fieldMeta('A value for the network’s link; used only if the link has a placeholder for this value', 'spring'));

/** The advertising id, the country and up to five sub ids are optional values for the network's link. */
export const clickInput = z
  .object({
    ...offerIdFields,
    /** Hex SHA-256 of the text that the client keeps and sends as `clientSeed` with the spin. */
    clientSeedHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
      .optional()
      .meta(fields.clientSeedHash),
    advertisingId: z
      .union([z.literal(''), z.uuid('must be an advertising id')])
      .optional()
      .meta(
        fieldMeta(
          "Google's or Apple's advertising id, if the person allows it",
          '38400000-8cf0-4bd1-b23e-10b96e40000d',
        ),
      ),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, 'must be two letters')
      .optional()
      .meta(fieldMeta('The country of the person: two letters, ISO 3166-1', 'IN')),
    sub1: sub,
    sub2: sub,
    sub3: sub,
    sub4: sub,
    sub5: sub,
  })
  .transform(withOfferId);
export type ClickInput = z.output<typeof clickInput>;
export const click = z.object({
  redirectUrl: string(
    fieldMeta('URL to send the user to', 'https://partner.example/start?click_id=kq3v9x2m7r5t8w1z4y6b'),
  ),
});
export type Click = z.infer<typeof click>;
