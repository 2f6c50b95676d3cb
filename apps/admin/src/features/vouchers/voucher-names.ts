import { type VoucherStatus, voucherTypeNames } from '@inaam/contracts/vouchers/vouchers';
import type { Tone } from '@inaam/ui/badge';

/** The name of a type. A newer server may send unknown types; such a type is shown as its identifier. */
export const typeName = (type: string): string => (voucherTypeNames as Record<string, string>)[type] ?? type;

export const statuses: Record<VoucherStatus, { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'good' },
  assigned: { label: 'Assigned', tone: 'info' },
  used: { label: 'Used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'bad' },
};
