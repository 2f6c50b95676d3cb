import type { UserOffer } from '@inaam/contracts/offers/offers';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadWords } from '../../words/words.ts';

export interface PlacedWheel {
  /** Beside the text on a wide screen, else above the button. */
  place: 'side' | 'above';
  node: ReactNode;
}

/** Part of the wheel's chunk, which a person with a spin needs next. The offers work without it. */
const WaitingWheel = lazy(
  (): Promise<{ default: ComponentType<{ odds: UserOffer['spinner_config']; rising: boolean }> }> =>
    Promise.all([import('../spins/parts/waiting-wheel.tsx'), loadWords('inside')]).then(
      ([loaded]) => ({ default: loaded.WaitingWheel }),
      () => ({ default: () => null }),
    ),
);

/** Its place in the card: beside the text if wide enough, else above the button. */
const getWheelPlace = () => (matchMedia('(min-width: 64rem)').matches ? 'side' : 'above');

export const getWheel = (offer: UserOffer): PlacedWheel => {
  const place = getWheelPlace();
  return {
    place,
    node: (
      <Suspense fallback={place === 'above' && <div className="h-20" />}>
        <WaitingWheel odds={offer.spinner_config} rising={place === 'above'} />
      </Suspense>
    ),
  };
};
