import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { SpinResult } from '@inaam/contracts/spins/spins';
import { cx } from '@inaam/ui/cx';
import { fitFontSize } from '@inaam/ui/stat';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../words/dates.ts';
import { spins as words } from '../../../words/words.ts';
import { brandColour, getTextColour } from '../../vouchers/parts/brand-logo.tsx';
import { prefersReducedMotion } from './reduced-motion.ts';
import { Stage } from './stage.tsx';

export interface WonCardProps {
  amount: number;
  /** Absent while the amount is out of stock. The card shows the code when the voucher arrives. */
  voucher: SpinResult['voucher'];
  /** The chance of this prize in percent. */
  chance: number;
}

/** The won voucher. It takes the focus, so that screen readers read it first. */
export function WonCard({ amount, voucher, chance }: WonCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [owedAtFirst] = useState(!voucher);
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    const canvas = document.createElement('canvas');
    // Confetti is decoration, so a failure is ignored.
    celebrate(canvas).catch(() => undefined);
    return () => canvas.remove();
  }, []);
  const arrived = owedAtFirst && voucher !== undefined;
  return (
    <Stage className="grid grow content-center justify-items-center px-5 py-6 short-wide:py-3">
      <Rays />
      <div
        ref={card}
        tabIndex={-1}
        data-owed={!voucher || undefined}
        className={cx(
          'w-full max-w-80 animate-open overflow-hidden short-wide:grid short-wide:max-w-lg short-wide:grid-cols-2 short-wide:items-center rounded-card text-center shadow-[0_18px_50px_rgb(0_0_0/45%)] outline-none',
          voucher
            ? 'bg-[linear-gradient(180deg,#ffffff,#fff6e0)] text-prize-text'
            : 'bg-[linear-gradient(160deg,#ffe7ad,#fdb92c_45%,#f4a30a)] text-prize-text',
        )}
      >
        {voucher && (
          <p
            className="col-span-full px-4 py-2 font-semibold short-wide:py-1"
            style={{
              background: brandColour(voucher.type, voucher.brand),
              color: getTextColour(brandColour(voucher.type, voucher.brand)),
            }}
          >
            {voucher.brand}
          </p>
        )}
        <div className="@container px-4 pt-4 pb-4 short-wide:py-3">
          {!voucher && <p className="text-sm">{words.reserved}</p>}
          <p
            className="mt-1 text-3xl font-semibold tracking-tight tabular-nums"
            style={fitFontSize(formatRupees(amount), '--text-3xl')}
          >
            {formatRupees(amount)}
          </p>
          <p className="mt-1 text-sm">
            {words.yourVoucher} · {words.prizeChance({ chance, amount: formatRupees(amount) })}
          </p>
        </div>
        <div aria-hidden className="flex items-center short-wide:hidden">
          <span className="-ml-2.5 size-5 rounded-full bg-[#251f6e]" />
          <span className="grow border-t-2 border-dashed border-[#7c5200]/35" />
          <span className="-mr-2.5 size-5 rounded-full bg-[#251f6e]" />
        </div>
        <div
          className="px-4 pt-3 pb-5 short-wide:border-l-2 short-wide:border-dashed short-wide:border-[#7c5200]/35 short-wide:py-3"
          aria-live="polite"
        >
          {voucher ? (
            <>
              <p className="text-xs">{arrived ? words.codeArrived : words.code}</p>
              <p className={cx('code text-lg font-semibold select-all', arrived && 'animate-appear')}>{voucher.code}</p>
              {voucher.pin && (
                <p className="mt-1 flex flex-wrap items-baseline justify-center gap-x-2">
                  <span className="text-xs">{words.pin}</span>
                  <span className="code text-lg font-semibold select-all">{voucher.pin}</span>
                </p>
              )}
              <p className="mt-1 text-sm">{words.validUntil({ date: formatDate(voucher.expiry_date) })}</p>
            </>
          ) : (
            <>
              <p className="text-xs">{words.codePending}</p>
              <p aria-hidden className="mt-1 flex justify-center gap-2 py-1.5">
                {[0, 1, 2, 3, 4, 5, 6, 7].map((place) => (
                  <span
                    key={place}
                    className="h-4 w-3 animate-pulse rounded-[0.25rem] bg-[#2b1a00]/30"
                    style={{ animationDelay: `${place * 0.12}s` }}
                  />
                ))}
              </p>
              <p className="mt-1 text-sm">{words.reservedHow}</p>
            </>
          )}
        </div>
      </div>
      <p className="mt-3 flex items-center gap-1.5 text-sm text-stage-muted">
        <Sparkles aria-hidden className="size-4 text-prize" />
        <Link to={userPaths.vouchers} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {words.findAgain}
        </Link>
      </p>
    </Stage>
  );
}

const Rays = () => (
  <span
    aria-hidden
    className="absolute top-1/2 left-1/2 -z-10 size-[60rem] -translate-x-1/2 -translate-y-1/2 bg-[repeating-conic-gradient(rgb(255_220_140/13%)_0deg_9deg,transparent_9deg_22deg)] mask-radial-from-10% mask-radial-to-60%"
  />
);

const COLOURS = ['#fdb92c', '#5fd6b4', '#ff9d94', '#83c5ff', '#e3a8f2'];

/** Shows confetti once, never with reduced motion. Its code loads with the first win. */
async function celebrate(canvas: HTMLCanvasElement): Promise<void> {
  if (prefersReducedMotion()) return;
  const { create } = (await import('canvas-confetti')).default;
  canvas.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:60';
  canvas.setAttribute('aria-hidden', 'true');
  document.body.append(canvas);
  try {
    // canvas-confetti would start its worker from a blob, which the content security policy blocks.
    const fire = create(canvas, { resize: true, useWorker: false });
    await fire({ particleCount: 110, spread: 75, startVelocity: 38, origin: { y: 0.65 }, colors: COLOURS, ticks: 160 });
  } finally {
    canvas.remove();
  }
}
