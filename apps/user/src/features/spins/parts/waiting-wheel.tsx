import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import { Wheel } from '@inaam/ui/wheel';
import { useMemo } from 'react';
import { Stage } from './stage.tsx';
import { wheelWedges } from './wheel-wedges.ts';

/**
 * The wheel of a ready offer, at rest and as wide as its odds: on its background if there is room, else rising above
 * the button.
 */
export function WaitingWheel({ odds: config, rising }: { odds: UserOffer['spinner_config']; rising: boolean }) {
  const shown = useMemo(() => {
    const odds = oddsOrDefault(config);
    return wheelWedges(odds, computeWedges(odds));
  }, [config]);
  if (rising) {
    return (
      <div className="h-20 [clip-path:inset(-1rem_0_0)]">
        <Wheel wedges={shown} className="mx-auto w-64" />
      </div>
    );
  }
  return (
    <Stage className="grid size-full place-items-center rounded-none! p-4">
      <Wheel wedges={shown} className="w-full max-w-56" />
    </Stage>
  );
}
