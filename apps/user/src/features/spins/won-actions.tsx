import type { SpinResult } from '@inaam/contracts/spins/spins';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { ExternalLink } from 'lucide-react';
import { trpc } from '../../app/data.tsx';
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
  return (
    <div className="grid w-full gap-2">
      {voucher && <CopyButton variant="primary" value={voucher.code} label={words.copyCode} small={false} block />}
      {voucher && kept?.use_url && (
        <a
          href={kept.use_url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'tonal', block: true })}
        >
          {words.shopAt({ brand: kept.brand })}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant={voucher ? 'secondary' : 'primary'} onClick={onNext}>
          {words.nextOffer}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.awesome}
        </Button>
      </div>
    </div>
  );
}
