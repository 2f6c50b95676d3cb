import { formatCount, formatOneDecimal } from '@inaam/contracts/common/format';

const MIN_FACTOR = 10;

export interface Change {
  /** `+12.5%`, `×12`, `no change`, `up from a loss`; `No earlier data` if only the previous figure is 0. */
  words: string;
  direction: 'up' | 'down' | 'same';
}

/** The change from the previous period's figure. */
export function getChange(now: number, before: number): Change {
  if (now === before) return { words: 'no change', direction: 'same' };
  const direction = now > before ? 'up' : 'down';
  if (before <= 0) return { words: before === 0 ? 'No earlier data' : `${direction} from a loss`, direction };
  // A large increase reads better as a factor than as a percentage.
  if (now >= before * MIN_FACTOR) return { words: `×${formatCount(Math.round(now / before))}`, direction };
  const percent = ((now - before) / before) * 100;
  return { words: `${percent > 0 ? '+' : '−'}${formatOneDecimal(Math.abs(percent))}%`, direction };
}
