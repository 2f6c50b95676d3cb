import { formatPlural } from '@inaam/contracts/common/format';
import { cases as words } from '../words/en.ts';
import { fill } from '../words/fill.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `3 hours`: rounded up, because it says within which time something comes. */
function span(seconds: number): string {
  const [size, unit] = seconds <= HOUR ? [60, 'minute'] : seconds <= 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day'];
  const count = Math.max(Math.ceil(seconds / size), 1);
  return formatPlural(count, unit);
}

/** How long the credit of an offer takes, as far as that is known. */
export const usualTime = (seconds: number | null): string =>
  seconds === null ? words.usualUnknown : fill(words.usualWithin, { time: span(seconds) });
