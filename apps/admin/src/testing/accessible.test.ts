import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from './accessible.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

test('reports a field without a label, and accepts one with a label', async () => {
  document.body.innerHTML = '<input>';
  await expect(expectAccessible()).rejects.toThrow(/label/);
  document.body.innerHTML = '<label>Name <input></label>';
  await expectAccessible();
});
