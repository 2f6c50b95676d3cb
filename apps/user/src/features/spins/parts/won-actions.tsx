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
  ignoresPresses,
  onClose,
  next: nextStep,
}: {
  /** Absent while the win is owed: the amount is out of stock, so there is no code yet. */
  voucher: SpinResult['voucher'];
  /**
   * True for a moment after these buttons have replaced others, so that the second press of a double press does not
   * close the win.
   */
  ignoresPresses: boolean;
  onClose: () => void;
  /** The button for another wheel or the next offer; absent if there is neither. */
  next?: { label: string; act: () => void };
}) {
  // The result of a spin does not contain the URL of the brand's page; the vouchers of the statistics do.
  const { data, isFetching } = trpc.user.insights.stats.useQuery(undefined, { enabled: voucher !== undefined });
  const walletVoucher = data?.completions.find(
    ({ voucher: each }) => each !== null && each.code === voucher?.code,
  )?.voucher;
  const page = voucher && walletVoucher?.use_url;
  const next = nextStep && (
    <Button
      variant={voucher ? 'secondary' : 'primary'}
      // The button takes the full row if the brand has no link.
      className={cx(voucher && !page && !isFetching && 'col-span-full')}
      ignoresPresses={ignoresPresses}
      onClick={nextStep.act}
    >
      {nextStep.label}
    </Button>
  );
  return (
    <div className="grid w-full gap-2 *:px-3! *:leading-tight *:text-balance xs:grid-cols-2 short-wide:auto-cols-fr short-wide:grid-flow-col short-wide:grid-cols-none short-wide:*:col-auto!">
      {voucher ? (
        <CopyButton
          variant="primary"
          value={voucher.code}
          label={words.copyCode}
          small={false}
          ignoresPresses={ignoresPresses}
        />
      ) : (
        next
      )}
      {voucher?.pin && (
        <CopyButton value={voucher.pin} label={words.copyPin} small={false} ignoresPresses={ignoresPresses} />
      )}
      {/* With a PIN, the two copy buttons share the first line. */}
      <Button
        variant="quiet"
        className={cx(voucher?.pin && 'order-last xs:col-span-full')}
        ignoresPresses={ignoresPresses}
        onClick={onClose}
      >
        {words.awesome}
      </Button>
      {page && (
        <ShopLink url={page} brand={walletVoucher.brand} className={cx(ignoresPresses && 'pointer-events-none')} />
      )}
      {voucher && next}
    </div>
  );
}
