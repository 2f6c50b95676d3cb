import { DEFAULT_LANGUAGE, type Language } from '@inaam/contracts/common/language';
import { relativeTime as inEnglish } from '@inaam/contracts/common/time';
import { language, locale } from './words.ts';

/** Formats times in the current language and in India's time zone. The English format is that of the specification. */

const timeZone = 'Asia/Kolkata';
const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;

const make = () => ({
  date: new Intl.DateTimeFormat(locale(), day),
  dateTime: new Intl.DateTimeFormat(locale(), { ...day, hour: 'numeric', minute: '2-digit' }),
  ago: new Intl.RelativeTimeFormat(locale()),
});
const byLanguage = new Map<Language, ReturnType<typeof make>>();

function formats(): ReturnType<typeof make> {
  const cached = byLanguage.get(language());
  if (cached) return cached;
  const fresh = make();
  byLanguage.set(language(), fresh);
  return fresh;
}

export const formatDate = (at: string | Date): string => formats().date.format(new Date(at));

export const formatDateTime = (at: string | Date): string => formats().dateTime.format(new Date(at));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The time since an instant: `now` under a minute, `ago` under 24 hours (`5m ago`), then the `day`. */
export function formatTimeSince(at: string | Date, now: Date): { kind: 'now' | 'ago' | 'day'; text: string } {
  const age = now.getTime() - new Date(at).getTime();
  const kind = age < MINUTE ? 'now' : age < 24 * HOUR ? 'ago' : 'day';
  if (language() === DEFAULT_LANGUAGE) return { kind, text: inEnglish(at, now) };
  if (kind === 'day') return { kind, text: formatDate(at) };
  const { ago } = formats();
  const text =
    age < HOUR ? ago.format(-Math.floor(age / MINUTE), 'minute') : ago.format(-Math.floor(age / HOUR), 'hour');
  return { kind, text };
}

/** Formats a number of minutes, hours or days: `3 hours`. */
export const formatSpan = (count: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
