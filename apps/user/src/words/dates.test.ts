import { afterEach, expect, test } from 'vitest';
import { formatTimeSince } from './dates.ts';
import { locale, setLanguageAndLoad } from './words.ts';

const now = new Date('2026-03-09T12:00:00Z');
const ago = (seconds: number) => formatTimeSince(new Date(now.getTime() - seconds * 1000), now);
afterEach(() => setLanguageAndLoad('en'));

test('formats English as in the specification: "Just now", then minutes or hours, and the day after 24 hours', () => {
  expect([0, 59].map((seconds) => ago(seconds))).toEqual([
    { kind: 'now', text: 'Just now' },
    { kind: 'now', text: 'Just now' },
  ]);
  expect([60, 3599, 3600, 86_399].map((seconds) => ago(seconds))).toEqual([
    { kind: 'ago', text: '1m ago' },
    { kind: 'ago', text: '59m ago' },
    { kind: 'ago', text: '1h ago' },
    { kind: 'ago', text: '23h ago' },
  ]);
  expect(ago(86_400)).toEqual({ kind: 'day', text: '8 Mar 2026' });
});

test('changes from "now" to "ago" and then to the day at the same ages in Hindi as in English', async () => {
  await setLanguageAndLoad('hi');
  expect(locale()).toMatch(/^hi/);
  const relative = new Intl.RelativeTimeFormat(locale());
  expect(ago(59).kind).toBe('now');
  expect([60, 3599, 3600, 86_399].map((seconds) => ago(seconds).text)).toEqual([
    relative.format(-1, 'minute'),
    relative.format(-59, 'minute'),
    relative.format(-1, 'hour'),
    relative.format(-23, 'hour'),
  ]);
  expect(ago(86_400).kind).toBe('day');
});
