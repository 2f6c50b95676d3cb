import { z } from 'zod';
import { offerClickListInput } from '../clicks/offer-clicks.ts';
import { text } from '../common/text.ts';
import { conversionListInput } from '../completions/conversions.ts';
import { voucherListInput } from './vouchers.ts';

/** Required for codes in clear text; stored in the audit log. */
const reason = text(500).optional();

/** Checks a file with codes in clear text before its download, while a question can still be shown. */
export const codeExportInput = z.discriminatedUnion('list', [
  z.object({ list: z.literal('vouchers'), filters: voucherListInput, reason }),
  z.object({ list: z.literal('conversions'), filters: conversionListInput, reason }),
  z.object({ list: z.literal('offer-clicks'), filters: offerClickListInput, reason }),
]);
export type CodeExport = z.output<typeof codeExportInput>;
