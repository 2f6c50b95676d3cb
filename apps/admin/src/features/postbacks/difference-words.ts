import type { Difference } from '@inaam/contracts/postbacks/replay';
import { outcomes } from '../../shared/postbacks/outcomes.ts';

/** `Was parked, is accepted now` */
export function tellDifference(difference: Difference | null | undefined): string {
  if (!difference) return 'Nothing changed: it is what it was';
  const { from, to, to_reason } = difference;
  const is = outcomes[to].label.toLowerCase();
  const now =
    from === to ? `Still ${is}` : `Was ${from ? outcomes[from].label.toLowerCase() : 'not judged'}, is ${is} now`;
  return to_reason ? `${now}: ${to_reason}` : now;
}
