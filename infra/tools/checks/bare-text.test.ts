import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkBareText } from './bare-text.ts';

it('accepts the components of the apps', () => {
  expect(checkBareText(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

it('finds components that return a text', () => {
  const found = checkBareText(join(import.meta.dirname, 'fixtures', 'bare-text'));
  expect(found.map((line) => line.split(' ')[1])).toEqual(['Found', 'AlsoFound']);
});
