import { expect, test } from 'vitest';
import { forecastText } from './stock-forecast.ts';

const stock = { amount: 5, available: 40, owed: 0, per_day: 2, days_left: 20, is_low: false };

test('shows waiting winners first, then an empty stock, then the days left', () => {
  expect(forecastText({ ...stock, owed: 2 })).toEqual({ tone: 'bad', words: '2 winners waiting' });
  expect(forecastText({ ...stock, available: 0, days_left: 0 })).toEqual({ tone: 'bad', words: 'None in stock' });
  expect(forecastText({ ...stock, days_left: 0 })).toEqual({ tone: 'bad', words: 'Runs out today' });
  expect(forecastText({ ...stock, days_left: 1 })).toEqual({ tone: 'bad', words: 'Lasts 1 day' });
  expect(forecastText({ ...stock, days_left: 13 })).toEqual({ tone: 'warn', words: 'Lasts 13 days' });
  expect(forecastText(stock)).toEqual({ tone: 'good', words: 'Lasts 20 days' });
  expect(forecastText({ ...stock, per_day: 0, days_left: null })).toEqual({
    tone: 'neutral',
    words: 'No recent wins',
  });
});

test('is urgent below four days and warns below fourteen', () => {
  const getTone = (days_left: number) => forecastText({ ...stock, days_left }).tone;
  expect([3, 4, 13, 14].map(getTone)).toEqual(['bad', 'warn', 'warn', 'good']);
});
