import { userPaths } from '@inaam/contracts/common/paths';
import { getWinPermille, oddsOrDefault, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { Dialog } from '@inaam/ui/dialog';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { trpc, useUserId } from '../../app/data.tsx';
import { spins as words } from '../../words/words.ts';
import { formatWinChance } from '../offers/parts/offer-prize.ts';
import { rememberCommitment } from './commitments.ts';
import { getNextStep, listOtherSpins, useOffersAtResult } from './next-step.ts';
import { getPrizeChance, PrizeList } from './parts/prize-list.tsx';
import { WonActions } from './parts/won-actions.tsx';
import { WonCard } from './parts/won-card.tsx';
import { getStatusText, SpinStage } from './spin-stage.tsx';
import { usePendingVoucher } from './use-owed-voucher.ts';
import { useSpin } from './use-spin.ts';
import { VerifyToSpin } from './verify-to-spin.tsx';

export interface SpinDialogProps {
  offer: UserOffer;
  /** The client seed of a spin that a reload interrupted. */
  resumed?: string | undefined;
  /** True if this wheel replaced another one. A second press on the previous wheel's button must not count here. */
  isNext?: boolean | undefined;
  onClose: () => void;
  /** Closes the dialog and shows the best offer. */
  onNext: () => void;
  /** Replaces this wheel with another offer's wheel. */
  onSpinNext: (offer: UserOffer) => void;
}

/** The spin modal of one offer. The caller refreshes the offers on closing. */
export function SpinDialog({ offer, resumed, isNext, onClose, onNext, onSpinNext }: SpinDialogProps) {
  const { spinner_config } = offer;
  const odds = useMemo(() => oddsOrDefault(spinner_config), [spinner_config]);
  const { state, refused, spin, skip, turnBy } = useSpin(offer.offer_id, offer.wheel, resumed);
  const userId = useUserId();

  const { offer_id, spin_commitment } = offer;
  useEffect(() => {
    if (spin_commitment) rememberCommitment(userId, offer_id, spin_commitment);
  }, [userId, offer_id, spin_commitment]);

  const { phase, outcome } = state;
  const answered = outcome?.kind === 'answered' ? outcome.result : undefined;
  const spinning = phase === 'turning' || phase === 'landing' || phase === 'settling';
  const result = spinning ? undefined : answered;
  const amount = result && rewardAmount(result.rewardType);
  // The card is about to open. The dialog cannot be closed before the card was seen.
  const revealing = phase === 'result' && amount !== undefined;
  const ignoresPresses = useRecentlyOpened(phase === 'result' || phase === 'card' || isNext ? phase : undefined);
  const isBlocked = spinning || revealing || ignoresPresses;
  // Blocks the phone's Back button like the other ways to close the dialog.
  const { history } = useRouter();
  useEffect(() => {
    if (!isBlocked) return;
    return history.block({ blockerFn: ({ action }) => action === 'BACK', enableBeforeUnload: false });
  }, [isBlocked, history]);

  const [isVerified, setVerified] = useState(false);
  const voucher = usePendingVoucher(offer_id, result);
  // The statistics have the link to the brand and the next milestone. They load while the wheel still turns, so that
  // nothing on the screen moves when they arrive.
  const { data: statistics } = trpc.user.insights.stats.useQuery(undefined, { enabled: answered !== undefined });
  const offers = useOffersAtResult(result !== undefined);
  const waiting = listOtherSpins(offers, offer_id);
  const [nextSpin] = waiting;
  const next = nextSpin
    ? { label: words.spinNext({ count: waiting.length }), act: () => onSpinNext(nextSpin) }
    : { label: words.nextOffer, act: onNext };
  const won = phase === 'card' ? amount : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!isBlocked}
      hasColumns
      isReplacing={isNext === true}
      title={won === undefined ? words.title : words.wonTitle}
      description={offer.title}
      footer={
        amount !== undefined ? (
          // Rendered as soon as the result is shown, so that the buttons are in place when the card opens.
          <WonActions voucher={voucher} ignoresPresses={ignoresPresses || revealing} onClose={onClose} next={next} />
        ) : result ? (
          <>
            <Button key="close" className="grow" ignoresPresses={ignoresPresses} onClick={onClose}>
              {words.close}
            </Button>
            <Button key="next" variant="primary" className="grow-2" ignoresPresses={ignoresPresses} onClick={next.act}>
              {next.label}
            </Button>
          </>
        ) : (
          <>
            {/* The keys differ, because the focus of a removed button must not move to another button. */}
            {spinning ? (
              <Button key="skip" className="grow" onClick={skip}>
                {words.skip}
              </Button>
            ) : (
              <Button key="close" className="grow" ignoresPresses={ignoresPresses} onClick={onClose}>
                {outcome ? words.close : words.cancel}
              </Button>
            )}
            <Button
              key="spin"
              variant="primary"
              className="grow-2"
              busy={spinning}
              busyLabel={words.spinning}
              ignoresPresses={ignoresPresses}
              onClick={spin}
            >
              {words.spinNow}
            </Button>
          </>
        )
      }
    >
      <SteadyHeight isFitted={won !== undefined} isFrozen={revealing} startAt={spinning ? 'turning' : phase}>
        {won === undefined ? (
          <>
            {/* After the draw the wheel is the one in the server's answer. */}
            <SpinStage
              state={state}
              refused={refused}
              odds={odds}
              wheel={answered?.wheel ?? offer.wheel}
              spin={spin}
              turnBy={turnBy}
            />
            <div className="flex flex-col gap-3">
              {result && amount === undefined ? (
                <AfterLoss
                  offer={offer}
                  winPermille={getWinPermille(odds)}
                  nextStep={getNextStep(offers, offer_id, statistics?.stats)}
                />
              ) : refused ? (
                <VerifyToSpin
                  onVerified={() => {
                    setVerified(true);
                    spin();
                  }}
                />
              ) : (
                <>
                  {isVerified && <p className="text-center text-sm font-semibold text-good">{words.verified}</p>}
                  <p className="text-center text-sm font-semibold">{formatWinChance(offer)}</p>
                  <PrizeList odds={odds} columns={2} />
                  {spin_commitment && <Commitment commitment={spin_commitment} />}
                </>
              )}
            </div>
          </>
        ) : (
          <>
            <p role="status" className="sr-only">
              {getStatusText(state)}
            </p>
            <WonCard amount={won} voucher={voucher} chance={getPrizeChance(odds, won)} />
          </>
        )}
      </SteadyHeight>
    </Dialog>
  );
}

/** In ms. Longer than the gap of a double tap, and than the interval at which a held Enter key repeats. */
const MIN_OPEN_MS = 400;

/**
 * True for {@link MIN_OPEN_MS} after a new part has appeared, because a press in that time is not meant for the new
 * part.
 */
function useRecentlyOpened(part: string | undefined): boolean {
  const [openedPart, setOpenedPart] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setOpenedPart(part), MIN_OPEN_MS);
    return () => {
      clearTimeout(timer);
      setOpenedPart(undefined);
    };
  }, [part]);
  return part !== undefined && openedPart !== part;
}

/**
 * Keeps the height of its first content as the minimum, so that later content shifts nothing.
 * @param isFitted true for a win: the minimum is at most the visible height, so that nothing has to be scrolled. False
 * for the wheel: in landscape the content has two columns
 * @param isFrozen keeps the height of the sheet while a taller footer appears
 * @param startAt the phase, or 'turning' while the wheel spins. When it becomes 'turning' or 'card', the dialog scrolls
 * to the top, because the user may have scrolled the wheel out of view
 */
function SteadyHeight({
  isFitted,
  isFrozen,
  startAt,
  children,
}: {
  isFitted: boolean;
  isFrozen: boolean;
  startAt: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const sheetHeight = useRef(0);
  useLayoutEffect(() => {
    const sheet = box.current?.closest<HTMLElement>('[role=dialog]');
    if (!sheet) return;
    if (!isFrozen) {
      sheetHeight.current = sheet.offsetHeight;
      return;
    }
    sheet.style.height = `${sheetHeight.current}px`;
    return () => {
      sheet.style.height = '';
    };
  });
  useLayoutEffect(() => {
    const element = box.current;
    const sheet = element?.closest('[role=dialog]');
    if (!element?.parentElement || !sheet || (startAt !== 'turning' && startAt !== 'card')) return;
    element.parentElement.scrollTop = 0;
    // On a short screen the whole sheet scrolls.
    sheet.scrollTop = element.offsetTop;
  }, [startAt]);
  useLayoutEffect(() => {
    const element = box.current;
    const parent = element?.parentElement;
    if (!element || !parent) return;
    const { paddingTop, paddingBottom } = getComputedStyle(parent);
    const inSight = parent.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    element.style.minHeight = `${isFitted ? Math.min(element.offsetHeight, inSight) : element.offsetHeight}px`;
  }, [isFitted]);
  return (
    <div
      ref={box}
      className={cx('flex flex-col gap-3', !isFitted && 'short-wide:grid short-wide:grid-cols-2 short-wide:gap-4')}
    >
      {children}
    </div>
  );
}

/** The commitment before the spin. */
const Commitment = ({ commitment }: { commitment: string }) => (
  <details
    className="text-sm text-muted"
    // The text opens at the end of the sheet, below the visible part.
    onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: 'end' })}
  >
    <summary className="link inline-flex min-h-11 items-center">{words.fixed}</summary>
    <p className="mt-1">{words.fixedHow}</p>
    <p className="code mt-1">{commitment}</p>
  </details>
);

/** Shown after a loss: the chance, the next step and a link to the proof. */
const AfterLoss = ({
  offer,
  winPermille: win,
  nextStep,
}: {
  offer: UserOffer;
  winPermille: number;
  nextStep: string;
}) => (
  <div className="flex flex-col items-center gap-1 text-center text-muted">
    <p className="text-balance">{words.noWin({ chance: permilleToPercent(win) })}</p>
    <p className="font-semibold text-balance wrap-anywhere text-text">{nextStep}</p>
    <Link to={userPaths.fairness} search={{ offer: offer.offer_id }} className="link inline-flex min-h-11 items-center">
      {words.howDrawn}
    </Link>
  </div>
);
