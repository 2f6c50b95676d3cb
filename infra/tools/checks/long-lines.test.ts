import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findLongLines } from './long-lines.ts';

const root = mkdtempSync(join(tmpdir(), 'inaam-lines-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes fixtures to a temporary folder, since the check refuses long lines in the workspace. */
function write(path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
}

const LONG = 'x'.repeat(121);
const FITS = 'x'.repeat(120);

test.each(['ts', 'tsx', 'mjs', 'css', 'sql', 'md'])('rejects a line of 121 columns in %s and accepts 120', (ext) => {
  write(`code/a.${ext}`, FITS, LONG);
  expect(findLongLines(root, [`code/a.${ext}`])).toEqual([`code/a.${ext}:2: 121 columns; at most 120`]);
});

test('accepts long tables and fenced code in Markdown, but not long prose after them', () => {
  write('docs/a.md', `| ${LONG} |`, '```', LONG, '```', LONG);
  expect(findLongLines(root, ['docs'])).toEqual(['docs/a.md:5: 121 columns; at most 120']);
});

test('does not count URLs and link targets, which cannot be wrapped', () => {
  const path = 'y'.repeat(130);
  write('links/a.md', `See [the page](../decisions/${path}.md) and https://example.com/${path}.`);
  write('links/b.ts', `// https://example.com/${path}`);
  expect(findLongLines(root, ['links'])).toEqual([]);
});

test('does not count quoted strings in code, but counts comments, template literals and code', () => {
  write('strings/a.tsx', `<p className="${LONG}">`, `const a = '${LONG}';`, `const b = "it's ${LONG}";`);
  write('strings/b.ts', `// don't ${LONG}'s`, `const a = '' + ${LONG};`, `const b = \`${LONG}\`;`);
  const refused = findLongLines(root, ['strings']).map((fault) => fault.split(':', 2).join(':'));
  expect(refused).toEqual(['strings/b.ts:1', 'strings/b.ts:2', 'strings/b.ts:3']);
});

test('counts characters, not bytes: a rupee sign is one column', () => {
  write('signs/a.ts', '₹'.repeat(120));
  expect(findLongLines(root, ['signs'])).toEqual([]);
});

test('ignores installed, built and generated files', () => {
  write('all/node_modules/a.ts', LONG);
  write('all/dist/a.ts', LONG);
  write('packages/db/src/migrations/meta/a.ts', LONG);
  expect(findLongLines(root, ['all', 'packages'])).toEqual([]);
});
