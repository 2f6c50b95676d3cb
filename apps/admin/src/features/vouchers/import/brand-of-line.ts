import { type VoucherType, voucherTypeNames } from '@inaam/contracts/vouchers/vouchers';

/** The form's values, which apply to lines of the file without such values. */
export interface FormValues {
  type: VoucherType;
  brand: string;
  /** The amount in rupees. */
  amount: number | undefined;
}

/** Finds the type and brand of a line. The form's brand applies only to lines of the form's type. */
export function resolveBrand(
  { type, brand }: { type?: VoucherType | undefined; brand?: string | undefined },
  form: Pick<FormValues, 'type' | 'brand'>,
): { voucher_type: VoucherType; voucher_brand: string } {
  const defaultBrand = type === undefined || type === form.type ? form.brand : voucherTypeNames[type];
  return { voucher_type: type ?? form.type, voucher_brand: brand ?? defaultBrand };
}
