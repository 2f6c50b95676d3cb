import { z } from 'zod';
import { requiredText, text, webUrl } from '../common/text.ts';
import { readVersion } from '../common/version.ts';
import { uploadedPicturePath } from '../pictures/pictures.ts';
import { voucherTypes } from './vouchers.ts';

/** A brand of vouchers: where its codes are used, and its logo. */

const noText = z.literal('').transform(() => null);

export const brandSaveInput = z.object({
  voucher_type: z.enum(voucherTypes),
  voucher_brand: requiredText(120),
  /** The page where a winner uses a code; empty for no page. */
  use_url: z.union([
    noText,
    webUrl.refine((value) => value.startsWith('https:'), 'must be an https address'),
    z.null(),
  ]),
  /** How to redeem a code. If empty, the app shows its general steps for the voucher type. */
  how_to_use: z.union([z.null(), text(500).transform((value) => value || null)]).default(null),
  /** The path of an uploaded logo. If empty, the app shows initials on the brand's colour. */
  mark_url: z.union([noText, uploadedPicturePath, z.null()]),
  version: readVersion,
});
export type BrandSave = z.output<typeof brandSaveInput>;

export const brand = z.object({
  voucher_type: z.string(),
  voucher_brand: z.string(),
  use_url: z.string().nullable(),
  how_to_use: z.string().nullable(),
  mark_url: z.string().nullable(),
  /** 0 until the brand is saved for the first time. */
  version: z.number(),
  /** The number of unassigned codes. */
  available: z.number(),
});
export type Brand = z.infer<typeof brand>;
export const brandList = z.object({ brands: z.array(brand) });
