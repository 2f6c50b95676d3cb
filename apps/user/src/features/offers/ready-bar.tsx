import type { UserOffer } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { useEffect } from 'react';
import { offers as words } from '../../words/words.ts';
import { FloatingBar } from './floating-bar.tsx';

const BUZZ_MS = 40;

/**
 * Announces a spin that became ready while the user was away, with a button to spin. It stays until the spin is used.
 * @param offer undefined: none became ready
 */
export function ReadyBar({ offer, onSpin }: { offer: UserOffer | undefined; onSpin: (offer: UserOffer) => void }) {
  const id = offer?.offer_id;
  useEffect(() => {
    // Browsers refuse it before a first touch. iPhones have none.
    if (
      id !== undefined &&
      'vibrate' in navigator &&
      'userActivation' in navigator &&
      navigator.userActivation.hasBeenActive
    )
      navigator.vibrate(BUZZ_MS);
  }, [id]);
  return (
    <>
      {/* A live region must exist before its text. */}
      <p role="status" className="sr-only">
        {offer && `${words.spinReady}: ${offer.title}`}
      </p>
      {offer && (
        <FloatingBar>
          <section
            aria-label={words.spinReady}
            className="flex animate-rise items-center gap-3 rounded-card bg-stage bg-[radial-gradient(120%_160%_at_100%_0%,#4a41b8_0%,#251f6e_45%,#17134a_100%)] py-2 pr-2 pl-4 text-stage-text shadow-raised"
          >
            <p className="min-w-0 grow leading-snug">
              <span className="block font-semibold">{words.spinReady}</span>
              <span title={offer.title} className="block truncate text-xs text-stage-muted">
                {offer.title}
              </span>
            </p>
            <Button variant="prize" className="shrink-0" onClick={() => onSpin(offer)}>
              {words.spin}
            </Button>
          </section>
        </FloatingBar>
      )}
    </>
  );
}
