import { expect, test } from 'vitest';
import { type Known, replay, type Start } from './replay.ts';

const DAY = 86_400_000;
/** The same numbers every time. */
const counter = (): (() => number) => {
  let at = 0;
  return () => (at = (at * 9301 + 49_297) % 233_280) / 233_280;
};

test('where few finish what wins most, the order that counts it wins more per start', () => {
  const offers: Known[] = [
    { offerId: 1, averageWin: 10, madeAt: 2 },
    { offerId: 2, averageWin: 6, madeAt: 1 },
    { offerId: 3, averageWin: 1, madeAt: 3 },
  ];
  const share = new Map([
    [1, 0.1],
    [2, 0.9],
    [3, 0.5],
  ]);
  const random = counter();
  const starts: Start[] = Array.from({ length: 900 }, (_, userId) => {
    const offerId = 1 + Math.floor(random() * 3);
    const at = DAY * (1 + userId);
    const finishedAt = random() < (share.get(offerId) ?? 0) ? at + 1 : undefined;
    return { userId, offerId, category: 'App', at, finishedAt };
  });
  const verdicts = new Map(replay(starts, offers, { first: 1, random }).map((one) => [one.order, one]));
  const won = (order: string) => verdicts.get(order)?.perStart ?? Number.NaN;
  expect(won('this order')).toBeGreaterThan(4.5);
  expect(won('average win alone')).toBeLessThan(2);
  expect(won('newest first')).toBeLessThan(1);
  expect(verdicts.get('at random')?.starts).toBe(360);
  const [low, high] = verdicts.get('this order')?.interval ?? [];
  expect(low).toBeLessThan(won('this order'));
  expect(high).toBeGreaterThan(won('this order'));
});

test('what is learnt is of the past alone: a start that is finished later than the cut teaches nothing', () => {
  const offers: Known[] = [
    { offerId: 1, averageWin: 2, madeAt: 1 },
    { offerId: 2, averageWin: 1.9, madeAt: 1 },
  ];
  const early = Array.from({ length: 60 }, (_, userId) => ({
    userId,
    offerId: 1 + (userId % 2),
    category: 'App',
    at: DAY + userId,
    // Each is finished only after all that is replayed.
    finishedAt: userId % 2 === 0 ? undefined : 90 * DAY,
  }));
  const late = { userId: 999, offerId: 1, category: 'App', at: 30 * DAY, finishedAt: 31 * DAY };
  const [verdict] = replay([...early, late], offers, { share: 60 / 61, first: 1, random: counter() });
  expect(verdict).toMatchObject({ order: 'this order', starts: 1, finished: 1 });
});
