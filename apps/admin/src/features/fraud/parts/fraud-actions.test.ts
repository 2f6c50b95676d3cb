import { expect, test } from 'vitest';
import { type FraudActionInput, getInverseAction } from './fraud-actions.ts';

test.each(Object.keys(getInverseAction) as FraudActionInput['action'][])('%s has an inverse action', (action) => {
  expect(getInverseAction[action]).not.toBe(action);
  expect(getInverseAction[getInverseAction[action]]).toBe(action);
});
