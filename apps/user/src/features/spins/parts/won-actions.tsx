import type { SpinResult } from '@inaam/contracts/spins/spins';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { trpc } from '../../../app/data.tsx';
import { spins as words } from '../../../words/words.ts';
import { ShopLink } from '../../vouchers/parts/shop-link.tsx';

/** Actions after a win: copy the code, use it at the brand, go to the next offer. */
export function WonActions({
  voucher,
  tooNew,
  onClose,
  onNext,
}: {
  /** Absent while the win is owed. */
  voucher: SpinResult['voucher'];
  /** The buttons just replaced others: none leads away from the win yet. */
  tooNew: boolean;
  onClose: () => void;
  /** Absent where there is no next offer to lead to. */
  onNext?: () => void;
}) {
  // The brand's page comes with the wallet's vouchers.
  const { data, isFetching } = trpc.user.insights.stats.useQuery(undefined, { enabled: voucher !== undefined });
  const walletVoucher = data?.completions.find(
    ({ voucher: each }) => each !== null && each.code === voucher?.code,
  )?.voucher;
  const page = voucher && walletVoucher?.use_url;
  const next = onNext && (
    <Button
      variant={voucher ? 'secondary' : 'primary'}
      // Its width waits for the link.
      className={cx(voucher && !page && !isFetching && 'col-span-full')}
      tooNew={tooNew}
      onClick={onNext}
    >
      {words.nextOffer}
    </Button>
  );
  return (
    <div className="grid w-full gap-2 xs:grid-cols-[1fr_auto]">
      {voucher ? (
        <CopyButton variant="primary" value={voucher.code} label={words.copyCode} small={false} tooNew={tooNew} />
      ) : (
        next
      )}
      {voucher?.pin && (
        <CopyButton
          value={voucher.pin}
          label={words.copyPin}
          small={false}
          tooNew={tooNew}
          className="xs:order-1 xs:col-span-full"
        />
      )}
      <Button variant="quiet" tooNew={tooNew} onClick={onClose}>
        {words.awesome}
      </Button>
      {page && <ShopLink url={page} brand={walletVoucher.brand} className={cx(tooNew && 'pointer-events-none')} />}
      {voucher && next}
    </div>
  );
}
