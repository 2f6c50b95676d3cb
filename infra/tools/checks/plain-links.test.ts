import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPlainLinks } from './plain-links.ts';

test('finds no plain link to a screen in the apps', () => {
  expect(findPlainLinks(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

test('finds a plain link to a screen, however its path is written', () => {
  const found = findPlainLinks(join(import.meta.dirname, 'fixtures', 'plain-links'));
  expect(found.map((line) => line.split('"')[1])).toEqual(['/offers', '/spins/', '/vouchers']);
});
