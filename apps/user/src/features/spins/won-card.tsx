import { formatRupees } from '@inaam/contracts/common/format';
import { formatDate } from '@inaam/contracts/common/time';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { useEffect, useRef } from 'react';

/** The voucher as a thing worth keeping. Takes the focus, so that whoever listens hears it first. */
export function WonCard({ voucher, onDone }: { voucher: NonNullable<SpinResult['voucher']>; onDone: () => void }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.focus();
    // Decoration: where its code cannot be fetched, the win stands without it.
    celebrate().catch(() => undefined);
  }, []);
  return (
    <div className="flex animate-rise flex-col gap-4">
      <div
        ref={card}
        tabIndex={-1}
        className="overflow-hidden rounded-card border border-accent/40 bg-accent-soft text-center outline-none"
      >
        <div className="px-4 pt-6 pb-5">
          <p className="text-sm text-muted">Your voucher</p>
          <p className="mt-1 text-lg font-semibold">{voucher.brand}</p>
          <p className="mt-2 text-[3.5rem]/none font-semibold text-accent tabular-nums">
            {formatRupees(voucher.amount)}
          </p>
        </div>
        <div aria-hidden className="flex items-center">
          <span className="-ml-2.5 size-5 rounded-full bg-raised" />
          <span className="grow border-t-2 border-dashed border-accent/40" />
          <span className="-mr-2.5 size-5 rounded-full bg-raised" />
        </div>
        <div className="px-4 pt-4 pb-6">
          <p className="text-xs text-muted">Code</p>
          <p className="code text-lg font-semibold select-all">{voucher.code}</p>
          <p className="mt-2 text-sm text-muted">Valid until {formatDate(voucher.expiry_date)}</p>
        </div>
      </div>
      <p className="text-center text-sm text-muted">You find it again in your profile, under History.</p>
      <div className="grid gap-2 sm:grid-cols-2">
        <CopyButton value={voucher.code} label="Copy Code" small={false} block />
        <Button variant="primary" block onClick={onDone}>
          Awesome
        </Button>
      </div>
    </div>
  );
}

const COLOURS = ['#f2a93b', '#b45a08', '#0f6b66', '#8d2f4f', '#3f4d92'];

/** Confetti over everything, once; never under reduced motion. Its code is fetched when the first win needs it. */
async function celebrate(): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { create } = (await import('canvas-confetti')).default;
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:60';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  try {
    // No worker: it would be started from a blob, which a strict content security policy refuses.
    const fire = create(canvas, { resize: true, useWorker: false });
    await fire({ particleCount: 110, spread: 75, startVelocity: 38, origin: { y: 0.65 }, colors: COLOURS, ticks: 160 });
  } finally {
    canvas.remove();
  }
}
