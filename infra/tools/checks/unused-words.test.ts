import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkUnusedWords } from './unused-words.ts';

test('finds no unused text in this workspace', () => {
  expect(checkUnusedWords(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});

test('finds a text that no code uses', () => {
  expect(checkUnusedWords(join(import.meta.dirname, 'fixtures', 'unused-words'))).toEqual(['offers.forgotten']);
});
