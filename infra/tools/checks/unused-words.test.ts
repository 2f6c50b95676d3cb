import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUnusedWords } from './unused-words.ts';

test('every word of this workspace is said somewhere', () => {
  expect(checkUnusedWords(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

test('one that is said no more is found', () => {
  expect(checkUnusedWords(join(import.meta.dirname, 'fixtures', 'unused-words'))).toEqual(['offers.forgotten']);
});
