import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findUnplainWords } from './plain-words.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inaam-words-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test.each([
  ['a.ts', '// Whoever asks gets it.'],
  ['a.tsx', "const text = 'The user is told';"],
  ['a.sql', '-- What of it is new.'],
  ['a.md', 'A row stands here. Of these one is new.\n'],
  ['a.md', '- Whose row it is.'],
])('finds hard words in %s: %s', (path, text) => {
  write(path, text);
  expect(findUnplainWords(root, 0)).toEqual([expect.stringContaining(`Most are in ${path} (`)]);
});

test.each([
  ['a.ts', '/** Returns the offers of a user, and what each one pays. */ const toldYou = standsFor;'],
  ['a.md', 'The list of offers. Offline it is cached.'],
  ['CHANGELOG.md', '- Fix what nobody reads'],
  ['node_modules/a.ts', '// nobody'],
])('accepts plain text, and skips generated and installed files: %s', (path, text) => {
  write(path, text);
  expect(findUnplainWords(root, 0)).toEqual([]);
});

test('accepts as many hard words as the limit, and names the files with the most if there are more', () => {
  write('a.ts', '// nobody, whoever');
  write('b/c.md', 'theirs');
  expect(findUnplainWords(root, 3)).toEqual([]);
  expect(findUnplainWords(root, 2)).toEqual([
    '3 words such as nobody, whoever, whose, beside; at most 2. Most are in a.ts (2), b/c.md (1)',
  ]);
});

test('asks for a lower limit when many hard words were removed', () => {
  write('a.ts', '// nobody');
  expect(findUnplainWords(root, 101)).toEqual([]);
  expect(findUnplainWords(root, 102)).toEqual(['plain-words.ts: lower MAX_MATCHES from 102 to 1']);
});
