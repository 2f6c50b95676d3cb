import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from './accessible.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('a field without a name is told, one with a name is not', async () => {
  document.body.innerHTML = '<input>';
  await expect(expectAccessible()).rejects.toThrow(/label/);
  document.body.innerHTML = '<label>Name <input></label>';
  await expectAccessible();
});
