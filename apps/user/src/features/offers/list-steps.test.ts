import { describe, expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { listSteps } from './list-steps.ts';

describe('the steps of an offer', () => {
  const goals = [
    { name: 'Install', name_hi: null, reached: true },
    { name: 'Level 5', name_hi: null, reached: false },
  ];

  test('are the offer’s own steps, unticked, if the offer has no goals', () => {
    expect(listSteps(anOffer({ steps: ['Sign up'] }))).toEqual([{ text: 'Sign up', isDone: false }]);
  });

  test('are ticked one by one if there are as many goals as steps', () => {
    expect(listSteps(anOffer({ steps: ['Install the game', 'Reach level 5'], goals }))).toEqual([
      { text: 'Install the game', isDone: true },
      { text: 'Reach level 5', isDone: false },
    ]);
  });

  test('are the goals and then the steps if their numbers differ, or only the goals if there are no steps', () => {
    const listed = goals.map(({ name, reached }) => ({ text: name, isDone: reached }));
    expect(listSteps(anOffer({ goals }))).toEqual(listed);
    expect(listSteps(anOffer({ steps: ['Play fair'], goals }))).toEqual([
      ...listed,
      { text: 'Play fair', isDone: false },
    ]);
  });
});
