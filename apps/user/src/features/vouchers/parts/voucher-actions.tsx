import { formatRupees } from '@inaam/contracts/common/format';
import type { CompletionView } from '@inaam/contracts/insights/insights';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Share2, Undo2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { vouchers as words } from '../../../words/words.ts';
import { ShopLink } from './shop-link.tsx';
import { useMarkUsed } from './use-mark-used.ts';

export type WonVoucher = NonNullable<CompletionView['voucher']>;

/** Brand and amount, without a line break before the amount. */
export const voucherName = ({ brand, amount }: { brand: string; amount: number }): string =>
  `${brand}\u00a0·\u00a0${formatRupees(amount)}`;

/** Actions of an unused code: copy, use at the brand, share, mark as used. */
export function VoucherActions({
  voucher,
  until,
}: {
  voucher: WonVoucher;
  /** The expiry date in the text that the user shares. */
  until: string;
}) {
  const { isMarked, failure, mark, undo, dismissFailure } = useMarkUsed(voucher.voucher_id);
  const undoing = useRef<HTMLButtonElement>(null);
  const marking = useRef<HTMLButtonElement>(null);
  const wasMarked = useRef(isMarked);
  useEffect(() => {
    // The pressed button no longer exists, so its replacement takes the focus.
    if (wasMarked.current !== isMarked) (isMarked ? undoing : marking).current?.focus();
    wasMarked.current = isMarked;
  }, [isMarked]);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // A voucher whose state changes moves to another tab, and its focused element disappears. The focus then goes to
      // the nearest container instead of the top of the page.
      if (!element?.contains(document.activeElement)) return;
      element.closest<HTMLElement>('[data-voucher], [role=tabpanel]')?.focus({ preventScroll: true });
    };
  }, []);
  const name = voucherName(voucher);
  return (
    <div ref={box}>
      {isMarked ? (
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted">
            {words.markedUsed}
          </p>
          <Button ref={undoing} onClick={undo} icon={<Undo2 aria-hidden className="size-4" />}>
            {words.undo}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          {failure && <Banner tone="error" title={failure} onDismiss={dismissFailure} className="basis-full" />}
          <CopyButton
            variant="primary"
            value={voucher.code}
            label={words.copyCode}
            what={name}
            small={false}
            className="grow basis-full sm:basis-48"
          />
          {voucher.pin && (
            <CopyButton
              value={voucher.pin}
              label={words.copyPin}
              what={name}
              small={false}
              className="grow basis-full sm:basis-48"
            />
          )}
          {voucher.use_url && (
            <ShopLink url={voucher.use_url} brand={voucher.brand} className="grow basis-32 sm:basis-48" />
          )}
          <ShareButton name={name} lines={[voucher.code, voucher.pin && `${words.pin} ${voucher.pin}`, until]} />
          <Button ref={marking} variant="quiet" className="grow basis-full sm:basis-48" onClick={mark}>
            {words.markUsed}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Renders nothing if the device cannot share. */
function ShareButton({ name, lines }: { name: string; lines: readonly (string | null)[] }) {
  if (typeof navigator.share !== 'function') return null;
  const text = [name, ...lines].filter(Boolean).join('\n');
  // Closing the device's share sheet is not an error.
  const share = () => void navigator.share({ title: name, text }).catch(() => undefined);
  return (
    <Button className="grow basis-28 sm:basis-48" onClick={share} icon={<Share2 aria-hidden className="size-4" />}>
      {words.share}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
