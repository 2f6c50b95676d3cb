import { z } from 'zod';
import { offerClickListInput } from '../clicks/offer-clicks.ts';
import { text } from '../common/text.ts';
import { conversionListInput } from '../completions/conversions.ts';
import { voucherListInput } from './vouchers.ts';

/** Why the admin downloads codes in clear text. The audit log stores the reason. */
const reason = text(500).optional();

/** Checks the download of a file with codes in clear text while the screen can still ask questions. */
export const codeExportInput = z.discriminatedUnion('list', [
  z.object({ list: z.literal('vouchers'), filters: voucherListInput, reason }),
  z.object({ list: z.literal('conversions'), filters: conversionListInput, reason }),
  z.object({ list: z.literal('offer-clicks'), filters: offerClickListInput, reason }),
]);
export type CodeExport = z.output<typeof codeExportInput>;
