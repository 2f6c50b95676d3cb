import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findDecisionFaults } from './decision-records.ts';
import { findExcessWords } from './document-words.ts';
import { findMissingPaths } from './named-paths.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inaam-documents-'));
  write('package.json', '{ "scripts": { "check": "" } }');
  write('packages/core/src/ledger/spins/spin.ts', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), lines.join('\n'));
}

describe('paths that a document names', () => {
  test('pass when they exist: full paths, patterns, ends of paths, and links', () => {
    write(
      'README.md',
      'Start at `packages/core/src/ledger/spins/spin.ts`, one of packages/core/src/<room>/<noun>/*.ts; see `spins/spin.ts` and',
      '[the code](packages/core/src/ledger/spins/spin.ts), [outside](https://example.com/apps/none.ts); `npm run check`.',
      'A build makes `apps/api/dist/server.js`.',
    );
    expect(findMissingPaths(root)).toEqual([]);
  });

  test.each([
    ['README.md', 'Start at `packages/core/src/spins/spun.ts`.', 'packages/core/src/spins/spun.ts does not exist'],
    ['CONTRIBUTING.md', 'Add packages/core/src/<noun>/*.sql.', 'packages/core/src/<noun>/*.sql does not exist'],
    ['infra/docs/runbooks/a.md', 'It is in `spins/spun.ts`.', 'no path ends in spins/spun.ts'],
    [
      'infra/docs/decisions/a.md',
      'See [it](0009-none.md).',
      'the link to infra/docs/decisions/0009-none.md leads nowhere',
    ],
    ['README.md', 'Then `npm run chekc`.', 'there is no script chekc'],
  ])('are refused in %s when they do not exist: %s', (path, line, fault) => {
    write(path, '# Title', line);
    expect(findMissingPaths(root)).toEqual([`${path}:2: ${fault}`]);
  });
});

describe('decision records', () => {
  const record = (name: string, status = '2026-11-22 · in force') =>
    write(`infra/docs/decisions/${name}.md`, `# ${name.slice(0, 4)}. Title`, '', status);

  test('pass when they have a number and a status and link to each other', () => {
    record('0001-first', '2026-11-21 · superseded by [0002](0002-second.md)');
    record('0002-second', '2026-11-22 · in force · supersedes [0001](0001-first.md)');
    expect(findDecisionFaults(root)).toEqual([]);
  });

  test('are refused when two share a number, but may have gaps between numbers', () => {
    for (const name of ['0001-a', '0003-c']) record(name);
    expect(findDecisionFaults(root)).toEqual([]);
    record('0003-d');
    expect(findDecisionFaults(root)).toEqual(['infra/docs/decisions/0003-d.md: no number of its own']);
  });

  test('are refused when the title lacks the number or the status lacks a date', () => {
    write('infra/docs/decisions/0001-a.md', '# Something', '', 'in force');
    expect(findDecisionFaults(root)).toEqual([
      'infra/docs/decisions/0001-a.md: line 1 is not "# 0001. Title"',
      'infra/docs/decisions/0001-a.md: line 3 is not a date and a status',
    ]);
  });

  test('are refused when a changed record does not link back', () => {
    record('0001-first', '2026-11-21 · in force, but for mail: [0003](0003-third.md)');
    record('0002-second', '2026-11-22 · in force · changes [0001](0001-first.md)');
    record('0003-third', '2026-11-22 · in force ·\nchanges [0001](0001-first.md)');
    expect(findDecisionFaults(root)).toEqual([
      'infra/docs/decisions/0002-second.md: changes 0001, which does not link back',
    ]);
  });

  test('are refused when a superseded record does not link back', () => {
    record('0001-first');
    record('0002-second', '2026-11-22 · in force · supersedes [0001](0001-first.md)');
    record('0003-third', '2026-11-22 · in force · supersedes the first');
    expect(findDecisionFaults(root)).toEqual([
      'infra/docs/decisions/0002-second.md: supersedes 0001, which does not link back',
      'infra/docs/decisions/0003-third.md: does not link what it supersedes',
    ]);
  });
});

describe('words of the documents', () => {
  beforeEach(() => {
    write('README.md', '# Two words', '', '| a | table |', '| - | ----- |');
    write('infra/docs/runbooks/a.md', 'One - two.');
  });

  test('pass at the limit; bars and dashes of tables do not count', () => expect(findExcessWords(root, 6)).toEqual([]));

  test('are refused beyond the limit', () => {
    expect(findExcessWords(root, 5)).toEqual(['the documents have 6 words; at most 5']);
  });
});
