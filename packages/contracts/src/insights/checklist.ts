import { z } from 'zod';

/** What a new installation needs in production. The server computes whether each line is done. */

export const checklistKinds = ['network', 'offers', 'stock', 'mail', 'second_owner', 'backups'] as const;
export type ChecklistKind = (typeof checklistKinds)[number];

export const checklistLine = z.object({
  kind: z.enum(checklistKinds),
  is_done: z.boolean(),
  /**
   * The missing part: the network that waits for its first postback; the amounts without vouchers (the id is the first
   * amount in rupees); or the URL of the app, where a sign-up causes the first mail. Null for other lines.
   */
  subject: z.object({ id: z.number().nullable(), name: z.string() }).nullable(),
});
export type ChecklistLine = z.output<typeof checklistLine>;

/** No lines if everything is complete, if a conversion is at least 30 days old, or in a demo. */
export const checklist = z.object({ lines: z.array(checklistLine) });
export type Checklist = z.output<typeof checklist>;
