import { formatSpan } from '../words/dates.ts';
import { cases as words } from '../words/words.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `3 hours`: rounded up, because it is an upper bound. */
export function formatUpperBound(seconds: number): string {
  const [size, unit] =
    seconds <= HOUR
      ? ([60, 'minute'] as const)
      : seconds <= 2 * DAY
        ? ([HOUR, 'hour'] as const)
        : ([DAY, 'day'] as const);
  return formatSpan(Math.max(Math.ceil(seconds / size), 1), unit);
}

/** How long it usually takes until an offer is credited, if known. */
export const formatUsualTime = (seconds: number | null): string =>
  seconds === null ? words.usualUnknown : words.usualWithin({ time: formatUpperBound(seconds) });
