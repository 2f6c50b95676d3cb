import { userPaths } from '@inaam/contracts/common/paths';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { rewardAmount } from '@inaam/contracts/spins/reward-type';
import { slices } from '@inaam/contracts/spins/wheel';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Wheel } from '@inaam/ui/wheel';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useUserId } from '../../app/data.tsx';
import { rememberCommitment } from './commitments.ts';
import { PrizeList, prizeName } from './prize-list.tsx';
import type { SpinState } from './timeline.ts';
import { useSpin } from './use-spin.ts';
import { WonCard } from './won-card.tsx';

/** What the one polite status says. */
function statusOf({ phase, outcome }: SpinState): string {
  if (phase === 'idle') return 'Good luck!';
  if (phase === 'turning' || phase === 'landing') return 'The wheel is turning...';
  return outcome?.kind === 'answered' ? outcome.result.message : 'Spin failed. Please try again.';
}

function statusLook({ phase, outcome }: SpinState): string {
  if (phase !== 'result') return 'bg-sunken text-muted';
  if (outcome?.kind === 'failed') return 'bg-bad-soft font-semibold text-bad';
  const won = outcome && rewardAmount(outcome.result.rewardType) !== undefined;
  return won ? 'bg-good-soft font-semibold text-good' : 'bg-sunken font-semibold';
}

export interface SpinDialogProps {
  offer: UserOffer;
  /** The person's share in a spin that a reload cut short. */
  resumed?: string | undefined;
  onClose: () => void;
}

/** The spin modal of one offer. Closing it is the caller's moment to refresh the offers. */
export function SpinDialog({ offer, resumed, onClose }: SpinDialogProps) {
  const odds = useMemo(() => oddsOrDefault(offer.spinner_config), [offer.spinner_config]);
  const prizes = useMemo(() => slices(odds), [odds]);
  const { state, spin, skip } = useSpin(offer.offer_id, odds, resumed);
  const userId = useUserId();

  const { offer_id, spin_commitment } = offer;
  useEffect(() => {
    if (spin_commitment) rememberCommitment(userId, offer_id, spin_commitment);
  }, [userId, offer_id, spin_commitment]);

  const { phase, outcome } = state;
  const spinning = phase === 'turning' || phase === 'landing';
  // The phone's way back is held like the other ways out of here.
  const { history } = useRouter();
  useEffect(() => {
    if (!spinning) return;
    return history.block({ blockerFn: ({ action }) => action === 'BACK', enableBeforeUnload: false });
  }, [spinning, history]);
  const result = !spinning && outcome?.kind === 'answered' ? outcome.result : undefined;
  const voucher = phase === 'card' ? result?.voucher : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!spinning}
      title={voucher ? 'Congratulations!' : 'Spin the wheel'}
      description={offer.title}
      footer={
        voucher ? undefined : result ? (
          <Button className="grow" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            {spinning ? (
              <Button className="grow" onClick={skip}>
                Skip
              </Button>
            ) : (
              <Button className="grow" onClick={onClose}>
                {outcome ? 'Close' : 'Cancel'}
              </Button>
            )}
            <Button variant="primary" className="grow-2" busy={spinning} busyLabel="Spinning..." onClick={spin}>
              Spin Now
            </Button>
          </>
        )
      }
    >
      <p
        role="status"
        className={voucher ? 'sr-only' : `mb-4 rounded-control px-3 py-2 text-center ${statusLook(state)}`}
      >
        {statusOf(state)}
      </p>
      {voucher ? (
        <WonCard voucher={voucher} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <Wheel
            className="mx-auto w-full max-w-64 sm:max-w-72"
            rotation={state.rotation}
            transition={state.transition}
            slices={prizes.map((prize) => ({
              start: prize.start,
              end: prize.end,
              label: prizeName(prize.amount),
              rest: prize.amount === undefined,
            }))}
          />
          {!result && <PrizeList slices={prizes} columns={2} />}
          {!result && spin_commitment && <Seal commitment={spin_commitment} />}
          {result && !result.voucher && (
            <Aftermath offer={offer} owed={rewardAmount(result.rewardType) !== undefined} />
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What is promised before the spin. */
const Seal = ({ commitment }: { commitment: string }) => (
  <details className="text-sm text-muted">
    <summary className="link">This draw is sealed</summary>
    <p className="mt-1">
      Its seed was drawn when you completed the offer. This is the seed's SHA-256; the spin reveals the seed itself.
    </p>
    <p className="code mt-1">{commitment}</p>
  </details>
);

/** After a loss, and while a win is owed: short, kind, and pointing on. */
const Aftermath = ({ offer, owed }: { offer: UserOffer; owed: boolean }) => (
  <p className="text-center text-muted">
    {owed
      ? 'Your voucher is on its way. Its code appears on the offer and in your profile by itself.'
      : 'Not this time. Every offer brings a spin of its own.'}{' '}
    <Link to={userPaths.fairness} search={{ offer: offer.offer_id }} className="link">
      How this was drawn
    </Link>
  </p>
);
