import { expect, test } from 'vitest';

test('an element is made without the stack of where it was made', () => {
  const stack = Reflect.get(<i />, '_debugStack') as Error;
  expect(stack.stack).not.toContain('owner-stacks.test');
});
