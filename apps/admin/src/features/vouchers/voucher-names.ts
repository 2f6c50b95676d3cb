import { type VoucherStatus, voucherTypeNames } from '@inaam/contracts/vouchers/vouchers';
import type { Tone } from '@inaam/ui/badge';

/** Falls back to the type itself, which a newer server may send. */
export const typeName = (type: string): string => (voucherTypeNames as Record<string, string>)[type] ?? type;

export const statuses: Record<VoucherStatus, { label: string; tone: Tone }> = {
  available: { label: 'Available', tone: 'good' },
  assigned: { label: 'Assigned', tone: 'info' },
  used: { label: 'Used', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'bad' },
};
