import { type VoucherType, voucherTypeNames } from '@inaam/contracts/vouchers/vouchers';

/** The form's values. Each applies to the lines of the file that lack this value. */
export interface FormValues {
  type: VoucherType;
  brand: string;
  /** The amount in rupees. */
  amount: number | undefined;
}

/**
 * Finds the type and brand of a line. A line without a brand gets the form's brand if it has the form's type, or else
 * the name of its own type.
 */
export function resolveBrand(
  { type, brand }: { type?: VoucherType | undefined; brand?: string | undefined },
  form: Pick<FormValues, 'type' | 'brand'>,
): { voucher_type: VoucherType; voucher_brand: string } {
  const defaultBrand = type === undefined || type === form.type ? form.brand : voucherTypeNames[type];
  return { voucher_type: type ?? form.type, voucher_brand: brand ?? defaultBrand };
}
