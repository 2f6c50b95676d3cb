import { z } from 'zod';
import { requiredComparedText } from '../common/text.ts';

/** Search for records in the whole back-office. The web app finds its own screens without a request. */

export const lookupInput = z.object({ query: requiredComparedText(200) });

export const lookupKinds = ['user', 'offer', 'voucher', 'click', 'completion', 'ip', 'device'] as const;
export const lookupHit = z.object({
  kind: z.enum(lookupKinds),
  /** The key of the record's page: an id, a click id, an IP address or a device fingerprint. */
  key: z.string(),
  label: z.string(),
  hint: z.string(),
  /** Clicks only: the completion of the click. */
  completion_id: z.number().nullable(),
  /** The user of a click, a completion or a won voucher. */
  user_id: z.number().nullable(),
});
export type LookupHit = z.infer<typeof lookupHit>;
export const lookup = z.object({ hits: z.array(lookupHit) });
export type Lookup = z.infer<typeof lookup>;
