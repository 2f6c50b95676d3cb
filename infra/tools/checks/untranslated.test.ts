import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUntranslated } from './untranslated.ts';

test('the user app says everything by its words', () => {
  expect(checkUntranslated(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

test('a text between tags, or in an attribute that is read, is found', () => {
  expect(checkUntranslated(join(import.meta.dirname, 'fixtures', 'untranslated'))).toEqual([
    'apps/user/src/screen.tsx: Read by a hover',
    'apps/user/src/screen.tsx: Said in the code',
  ]);
});
