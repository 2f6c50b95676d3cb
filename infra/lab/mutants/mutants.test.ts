import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Mutant, mutants } from './mutants.ts';
import { seeded } from './place.ts';
import { DOCUMENT, linesOf, rowOf } from './table.ts';

/** The short version of `npm run lab -- mutants`: the defects are still defects of the code as it is. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('every seeded defect', () => {
  const lines = linesOf(readFileSync(join(root, DOCUMENT), 'utf8'));

  test.each(mutants)('$defect: applies, its tests are there, and the last full run killed it', (mutant) => {
    const { file, text } = seeded(root, mutant);
    expect(text).not.toBe(readFileSync(join(root, file), 'utf8'));
    expect(mutant.tests.length).toBeGreaterThan(0);
    for (const each of mutant.tests) expect(existsSync(join(root, each)), each).toBe(true);
    expect(lines.filter((line) => line === `${rowOf(mutant)} killed |`)).toHaveLength(1);
  });

  test('is one of at least forty, each of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(40);
    expect(new Set(mutants.map(({ defect }) => defect)).size).toBe(mutants.length);
    expect(lines.filter((line) => line.startsWith('| ')).length).toBe(mutants.length + 2);
  });
});

test('a defect whose text is gone, or there twice, is no defect any more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-seeded-'));
  const functions = join(folder, 'packages/db/src/functions');
  mkdirSync(functions, { recursive: true });
  writeFileSync(
    join(functions, 'a.sql'),
    'create function one() as $$ A B $$;\ncreate or replace function two() as $$ B C C $$;\n',
  );
  const seed = (sql: string, find: string) => () =>
    seeded(folder, { defect: 'd', at: { sql }, find, replace: 'x', tests: [] } satisfies Mutant).text;
  try {
    expect(seed('one', 'B')()).toContain('one() as $$ A x $$;\ncreate or replace function two() as $$ B C C $$');
    expect(seed('one', 'C')).toThrow('occurs 0 times');
    expect(seed('two', 'C')).toThrow('occurs 2 times');
    expect(seed('three', 'B')).toThrow('three is made 0 times');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
