import { expect, test } from 'vitest';

test('creates elements without an owner stack', () => {
  const stack = Reflect.get(<i />, '_debugStack') as Error;
  expect(stack.stack).not.toContain('owner-stacks.test');
});
