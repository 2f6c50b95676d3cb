import { userPaths } from '@inaam/contracts/common/paths';
import { oddsOrDefault, tenthsToPercent, winTenths } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useUserId } from '../../app/data.tsx';
import { spins as words } from '../../words/words.ts';
import { rememberCommitment } from './commitments.ts';
import { PrizeList } from './prize-list.tsx';
import { SpinStage, statusOf } from './spin-stage.tsx';
import { useOwedVoucher } from './use-owed-voucher.ts';
import { useSpin } from './use-spin.ts';
import { WonActions } from './won-actions.tsx';
import { WonCard } from './won-card.tsx';

export interface SpinDialogProps {
  offer: UserOffer;
  /** The person's share in a spin that a reload cut short. */
  resumed?: string | undefined;
  onClose: () => void;
  /** Closes it, and leads on to the offer that is most worth doing. */
  onNext: () => void;
}

/** The spin modal of one offer. Closing it is the caller's moment to refresh the offers. */
export function SpinDialog({ offer, resumed, onClose, onNext }: SpinDialogProps) {
  const { spinner_config } = offer;
  const odds = useMemo(() => oddsOrDefault(spinner_config), [spinner_config]);
  const { state, refused, spin, skip, turnBy } = useSpin(offer.offer_id, offer.wheel, resumed);
  const userId = useUserId();

  const { offer_id, spin_commitment } = offer;
  useEffect(() => {
    if (spin_commitment) rememberCommitment(userId, offer_id, spin_commitment);
  }, [userId, offer_id, spin_commitment]);

  const { phase, outcome } = state;
  const spinning = phase === 'turning' || phase === 'landing' || phase === 'settling';
  // The phone's way back is held like the other ways out of here.
  const { history } = useRouter();
  useEffect(() => {
    if (!spinning) return;
    return history.block({ blockerFn: ({ action }) => action === 'BACK', enableBeforeUnload: false });
  }, [spinning, history]);

  const answered = outcome?.kind === 'answered' ? outcome.result : undefined;
  const result = spinning ? undefined : answered;
  const voucher = useOwedVoucher(offer_id, result);
  const amount = result && rewardAmount(result.rewardType);
  const won = phase === 'card' ? amount : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!spinning}
      title={won === undefined ? words.title : words.wonTitle}
      description={offer.title}
      footer={
        won !== undefined ? (
          <WonActions voucher={voucher} onClose={onClose} onNext={onNext} />
        ) : result ? (
          <>
            <Button className="grow" onClick={onClose}>
              {words.close}
            </Button>
            {amount === undefined && (
              <Button variant="primary" className="grow-2" onClick={onNext}>
                {words.nextOffer}
              </Button>
            )}
          </>
        ) : (
          <>
            {spinning ? (
              <Button className="grow" onClick={skip}>
                {words.skip}
              </Button>
            ) : (
              <Button className="grow" onClick={onClose}>
                {outcome ? words.close : words.cancel}
              </Button>
            )}
            <Button variant="primary" className="grow-2" busy={spinning} busyLabel={words.spinning} onClick={spin}>
              {words.spinNow}
            </Button>
          </>
        )
      }
    >
      <SteadyHeight isFitted={won !== undefined}>
        {won === undefined ? (
          <>
            {/* An answer's layout is the one under which it was drawn. */}
            <SpinStage
              state={state}
              refused={refused}
              odds={odds}
              wheel={answered?.wheel ?? offer.wheel}
              spin={spin}
              turnBy={turnBy}
            />
            {result && amount === undefined ? (
              <Aftermath offer={offer} winTenths={winTenths(odds)} />
            ) : (
              <>
                <PrizeList odds={odds} columns={2} />
                {spin_commitment && <Fixed commitment={spin_commitment} />}
              </>
            )}
          </>
        ) : (
          <>
            <p role="status" className="sr-only">
              {statusOf(state)}
            </p>
            <WonCard amount={won} voucher={voucher} />
          </>
        )}
      </SteadyHeight>
    </Dialog>
  );
}

/**
 * As high as it was at first: what comes later takes the room, so that nothing jumps under the thumb.
 * @param isFitted no higher than what is in sight: a win is looked at, not scrolled
 */
function SteadyHeight({ isFitted, children }: { isFitted: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = box.current;
    const around = here?.parentElement;
    if (!here || !around) return;
    const { paddingTop, paddingBottom } = getComputedStyle(around);
    const inSight = around.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    here.style.minHeight = `${isFitted ? Math.min(here.offsetHeight, inSight) : here.offsetHeight}px`;
    if (isFitted) around.scrollTop = 0;
  }, [isFitted]);
  return (
    <div ref={box} className="flex flex-col gap-3">
      {children}
    </div>
  );
}

/** What is promised before the spin. */
const Fixed = ({ commitment }: { commitment: string }) => (
  <details className="text-sm text-muted">
    <summary className="link inline-flex min-h-11 items-center">{words.fixed}</summary>
    <p className="mt-1">{words.fixedHow}</p>
    <p className="code mt-1">{commitment}</p>
  </details>
);

/** After a loss: short, kind, and pointing on. */
const Aftermath = ({ offer, winTenths: win }: { offer: UserOffer; winTenths: number }) => (
  <div className="flex flex-col items-center text-center text-muted">
    <p className="text-balance">{words.noWin({ chance: tenthsToPercent(win) })}</p>
    <Link to={userPaths.fairness} search={{ offer: offer.offer_id }} className="link inline-flex min-h-11 items-center">
      {words.howDrawn}
    </Link>
  </div>
);
