import { expect, test } from 'vitest';
import { type FraudActionInput, getInverseAction } from './fraud-actions.ts';

test.each(Object.keys(getInverseAction) as FraudActionInput['action'][])(
  '%s is taken back by another, and that by it',
  (action) => {
    expect(getInverseAction[action]).not.toBe(action);
    expect(getInverseAction[getInverseAction[action]]).toBe(action);
  },
);
