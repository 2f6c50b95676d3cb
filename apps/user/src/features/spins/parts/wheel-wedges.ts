import type { Odds } from '@inaam/contracts/offers/odds';
import { getPrizes, type WheelLayout } from '@inaam/contracts/spins/wheel';
import type { WheelWedge } from '@inaam/ui/wheel';
import { prizeName } from './prize-list.tsx';

/** The drawing data of a wheel. A prize has the same hue in the list of prizes. */
export function wheelWedges(odds: Odds, layout: WheelLayout): WheelWedge[] {
  const prizes = getPrizes(odds);
  return layout.map(({ from, to, amount }) => ({
    from,
    to,
    label: prizeName(amount),
    colour: amount === null ? ('rest' as const) : prizes.findIndex((prize) => prize.amount === amount),
  }));
}
