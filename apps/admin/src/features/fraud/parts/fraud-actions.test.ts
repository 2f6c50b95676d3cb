import { expect, test } from 'vitest';
import { type FraudActionInput, inverse } from './fraud-actions.ts';

test.each(Object.keys(inverse) as FraudActionInput['action'][])(
  '%s is taken back by another, and that by it',
  (action) => {
    expect(inverse[action]).not.toBe(action);
    expect(inverse[inverse[action]]).toBe(action);
  },
);
