import { describe, expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { listSteps } from './list-steps.ts';

describe('the steps of an offer', () => {
  const goals = [
    { name: 'Install', name_hi: null, reached: true },
    { name: 'Level 5', name_hi: null, reached: false },
  ];

  test('are its own, unticked, without goals', () => {
    expect(listSteps(anOffer({ steps: ['Sign up'] }))).toEqual([{ text: 'Sign up', isDone: false }]);
  });

  test('are ticked one by one where there are as many goals', () => {
    expect(listSteps(anOffer({ steps: ['Install the game', 'Reach level 5'], goals }))).toEqual([
      { text: 'Install the game', isDone: true },
      { text: 'Reach level 5', isDone: false },
    ]);
  });

  test('are the goals where it has no steps, and follow them where their number differs', () => {
    const listed = goals.map(({ name, reached }) => ({ text: name, isDone: reached }));
    expect(listSteps(anOffer({ goals }))).toEqual(listed);
    expect(listSteps(anOffer({ steps: ['Play fair'], goals }))).toEqual([
      ...listed,
      { text: 'Play fair', isDone: false },
    ]);
  });
});
