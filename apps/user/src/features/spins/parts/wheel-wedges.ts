import type { Odds } from '@inaam/contracts/offers/odds';
import { getPrizes, type WheelLayout } from '@inaam/contracts/spins/wheel';
import type { WheelWedge } from '@inaam/ui/wheel';
import { prizeName } from './prize-list.tsx';

/** What a wheel of some odds is drawn with: a prize has the hue that it has in the list of prizes. */
export function wheelWedges(odds: Odds, layout: WheelLayout): WheelWedge[] {
  const prizes = getPrizes(odds);
  return layout.map(({ from, to, amount }) => ({
    from,
    to,
    label: prizeName(amount),
    colour: amount === null ? ('rest' as const) : prizes.findIndex((prize) => prize.amount === amount),
  }));
}
