import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUntranslated } from './untranslated.ts';

test('finds no untranslated text in the user app', () => {
  expect(checkUntranslated(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

test('finds a text between tags and in an attribute that people read or hear', () => {
  expect(checkUntranslated(join(import.meta.dirname, 'fixtures', 'untranslated'))).toEqual([
    'apps/user/src/screen.tsx: Read by a hover',
    'apps/user/src/screen.tsx: Said in the code',
  ]);
});
