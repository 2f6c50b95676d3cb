import { istDay } from '@inaam/contracts/common/time';
import { formatDate } from '../../../words/dates.ts';
import { vouchers as words } from '../../../words/words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The remaining days are shown if there are at most this many. */
const NEAR_DAYS = 14;

export interface Expiry {
  text: string;
  /** The remaining days in words; empty after the last day, or if there are more than {@link NEAR_DAYS}. */
  remaining: string;
  /** The expiry date in words, without the remaining days. */
  date: string;
  /** Days from today to the last valid day: 0 on that day; negative after it. */
  daysLeft: number;
  near: boolean;
}

/**
 * A voucher's remaining time, in calendar days of Indian time. The voucher is valid until the end of its last day.
 * @param day `YYYY-MM-DD`, or an instant on that day
 */
export function getExpiry(day: string, now: Date): Expiry {
  const daysLeft = Math.round((Date.parse(day.slice(0, 10)) - Date.parse(istDay(now))) / DAY_MS);
  const until = formatDate(day);
  if (daysLeft < 0) {
    const date = words.expiredOn({ date: until });
    return { text: date, date, remaining: '', daysLeft, near: false };
  }
  const near = daysLeft <= NEAR_DAYS;
  const date = words.validUntil({ date: until });
  if (!near) return { text: date, date, remaining: '', daysLeft, near };
  const days = daysLeft === 0 ? words.lastDay : words.daysLeft({ count: daysLeft });
  return { text: `${date}\u00a0· ${days}`, date, remaining: days, daysLeft, near };
}
