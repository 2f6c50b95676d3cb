import { formatSpan } from '../words/dates.ts';
import { cases as words } from '../words/words.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats seconds as `3 hours`, rounded up. */
export function formatUpperBound(seconds: number): string {
  const [size, unit] =
    seconds <= HOUR
      ? ([60, 'minute'] as const)
      : seconds <= 2 * DAY
        ? ([HOUR, 'hour'] as const)
        : ([DAY, 'day'] as const);
  return formatSpan(Math.max(Math.ceil(seconds / size), 1), unit);
}

/** The usual time until an offer is credited, as a text; a general text if the time is unknown. */
export const formatUsualTime = (seconds: number | null): string =>
  seconds === null ? words.usualUnknown : words.usualWithin({ time: formatUpperBound(seconds) });
