import { z } from 'zod';
import { requiredText } from '../common/text.ts';

/** Search everywhere: what the back-office finds for a few typed characters. Pages are found by the app itself. */

export const lookupInput = z.object({ query: requiredText(200) });

export const lookupKinds = ['user', 'offer', 'voucher', 'click', 'completion', 'ip', 'device'] as const;
export const lookupHit = z.object({
  kind: z.enum(lookupKinds),
  /** What the thing's page is opened with: an id, a click id, an address, a fingerprint. */
  key: z.string(),
  label: z.string(),
  hint: z.string(),
  /** Of a click: the completion it led to. */
  completion_id: z.number().nullable(),
  /** Of a click, a completion, a voucher that was won: whose. */
  user_id: z.number().nullable(),
});
export type LookupHit = z.infer<typeof lookupHit>;
export const lookup = z.object({ hits: z.array(lookupHit) });
export type Lookup = z.infer<typeof lookup>;
