import { expect, test } from 'vitest';
import { type FraudActionInput, inverseActions } from './fraud-actions.ts';

test.each(Object.keys(inverseActions) as FraudActionInput['action'][])('%s has an inverse action', (action) => {
  expect(inverseActions[action]).not.toBe(action);
  expect(inverseActions[inverseActions[action]]).toBe(action);
});
