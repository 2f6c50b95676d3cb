import type { SpinResult } from '@inaam/contracts/spins/spins';
import { Button, buttonClass } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
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
          {page && (
            <a
              href={page}
              target="_blank"
              rel="noopener noreferrer"
              className={cx(buttonClass({ variant: 'tonal' }), 'grow-2')}
            >
              <span className="min-w-0 wrap-anywhere">{words.shopAt({ brand: kept.brand })}</span>
              <ExternalLink aria-hidden className="size-4 shrink-0" />
            </a>
          )}
          {next}
        </div>
      )}
    </div>
  );
}
