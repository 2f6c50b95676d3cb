import type { SpinResult } from '@inaam/contracts/spins/spins';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { trpc } from '../../app/data.tsx';
import { ShopLink } from '../../shared/vouchers/shop-link.tsx';
import { spins as words } from '../../words/words.ts';

/** What to do with a win: copy its code, use it at the brand, go on to the next offer. */
export function WonActions({
  voucher,
  onClose,
  onNext,
}: {
  /** Absent while the win is owed. */
  voucher: SpinResult['voucher'];
  onClose: () => void;
  onNext: () => void;
}) {
  // The brand's page is kept with the wallet's vouchers.
  const { data } = trpc.user.insights.stats.useQuery(undefined, { enabled: voucher !== undefined });
  const kept = data?.completions.find(({ voucher: each }) => each !== null && each.code === voucher?.code)?.voucher;
  const page = voucher && kept?.use_url;
  const next = (
    <Button variant={voucher ? 'secondary' : 'primary'} className="grow-2" onClick={onNext}>
      {words.nextOffer}
    </Button>
  );
  return (
    <div className="grid w-full gap-2">
      <div className="flex flex-wrap gap-2">
        {voucher ? (
          <CopyButton variant="primary" value={voucher.code} label={words.copyCode} small={false} className="grow-2" />
        ) : (
          next
        )}
        <Button variant="quiet" className="grow" onClick={onClose}>
          {words.awesome}
        </Button>
      </div>
      {voucher && (
        <div className="flex flex-wrap gap-2">
          {page && <ShopLink url={page} brand={kept.brand} className="grow-2" />}
          {next}
        </div>
      )}
    </div>
  );
}
