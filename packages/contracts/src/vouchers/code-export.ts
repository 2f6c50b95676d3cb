import { z } from 'zod';
import { offerClickListInput } from '../clicks/offer-clicks.ts';
import { text } from '../common/text.ts';
import { conversionListInput } from '../completions/conversions.ts';
import { voucherListInput } from './vouchers.ts';

/** Why the admin downloads codes in clear text. The audit log stores the reason. */
const reason = text(500).optional();

/**
 * Asks whether a file with codes in clear text may be downloaded. Screens call this before the download, when they can
 * still ask the admin for a confirmation.
 */
export const codeExportInput = z.discriminatedUnion('list', [
  z.object({ list: z.literal('vouchers'), filters: voucherListInput, reason }),
  z.object({ list: z.literal('conversions'), filters: conversionListInput, reason }),
  z.object({ list: z.literal('offer-clicks'), filters: offerClickListInput, reason }),
]);
export type CodeExport = z.output<typeof codeExportInput>;
