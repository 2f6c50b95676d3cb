import type { UserOffer } from '@inaam/contracts/offers/offers';
import { useEffect } from 'react';
import { offers as words } from '../../words/words.ts';
import { ActionBar } from './floating-bar.tsx';

const BUZZ_MS = 40;

/**
 * Announces a spin that became ready while the user was away, with a button to spin. The bar stays until the spin is
 * used.
 * @param offer undefined if no spin became ready
 */
export function ReadyBar({ offer, onSpin }: { offer: UserOffer | undefined; onSpin: (offer: UserOffer) => void }) {
  const id = offer?.offer_id;
  useEffect(() => {
    // Browsers refuse to vibrate before the first touch of a page. iPhones cannot vibrate.
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
        <ActionBar
          title={words.spinReady}
          text={
            <span title={offer.title} className="block truncate">
              {offer.title}
            </span>
          }
          label={words.spin}
          onPress={() => onSpin(offer)}
        />
      )}
    </>
  );
}
