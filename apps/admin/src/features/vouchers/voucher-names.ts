import type { VoucherStatus, VoucherType } from '@inaam/contracts/vouchers/vouchers';
import type { Tone } from '@inaam/ui/badge';

/** Labels of types and statuses. */
export const typeNames: Record<VoucherType, string> = {
  myntra: 'Myntra',
  flipkart: 'Flipkart',
  amazon: 'Amazon',
  swiggy: 'Swiggy',
  zomato: 'Zomato',
  paytm: 'Paytm',
  other: 'Other',
};

/** Falls back to the type itself, which a newer server may send. */
export const typeName = (type: string): string => (typeNames as Record<string, string>)[type] ?? type;

export const statuses: Record<VoucherStatus, { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'good' },
  assigned: { label: 'Assigned', tone: 'info' },
  used: { label: 'Used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'bad' },
};
