import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { UserOffer } from '@inaam/contracts/offers/offers';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import { Wheel } from '@inaam/ui/wheel';
import { useMemo } from 'react';
import { wheelWedges } from './wheel-wedges.ts';

/** The resting wheel of an offer that is ready to spin, with wedges as wide as the odds. It fills its container. */
export function WaitingWheel({ odds: config }: { odds: UserOffer['spinner_config'] }) {
  const shown = useMemo(() => {
    const odds = oddsOrDefault(config);
    return wheelWedges(odds, computeWedges(odds));
  }, [config]);
  return <Wheel wedges={shown} className="size-full" />;
}
