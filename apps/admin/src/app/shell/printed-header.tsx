import { formatDateTime } from '@inaam/contracts/common/time';
import { usePrinting } from '../printing.ts';
import { Logo } from './brand.tsx';

/** Who printed the page, and when. */
export function PrintedHeader({ brand, by }: { brand: string; by: string }) {
  const printedAt = usePrinting();
  if (!printedAt) return null;
  return (
    <div data-printed className="mb-4 flex items-center gap-3 border-b border-edge pb-3">
      <Logo />
      <p className="text-base font-semibold">{brand}</p>
      <p className="ml-auto text-right text-xs text-muted tabular-nums">
        Printed by {by} on {formatDateTime(printedAt)} IST
        <span className="block wrap-anywhere">{location.href}</span>
      </p>
    </div>
  );
}
