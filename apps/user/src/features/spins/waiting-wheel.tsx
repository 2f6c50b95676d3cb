import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { wedges } from '@inaam/contracts/spins/wheel';
import { Wheel } from '@inaam/ui/wheel';
import { useMemo } from 'react';
import { Stage } from './spin-stage.tsx';
import { wheelWedges } from './wheel-wedges.ts';

/** The wheel of an offer that waits to be spun, where there is room: at rest, and as wide as its odds. */
export function WaitingWheel({ odds: config }: { odds: UserOffer['spinner_config'] }) {
  const shown = useMemo(() => {
    const odds = oddsOrDefault(config);
    return wheelWedges(odds, wedges(odds));
  }, [config]);
  return (
    <Stage className="grid size-full place-items-center rounded-none! p-4">
      <Wheel wedges={shown} className="w-full max-w-56" />
    </Stage>
  );
}
