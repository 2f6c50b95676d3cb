import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSpineFaults } from './spine.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('finds every hop of infra/docs/spine.md in the code', () => {
  const document = readFileSync(join(root, 'infra/docs/spine.md'), 'utf8');
  expect(findSpineFaults(document, (path) => readFileSync(join(root, path), 'utf8'))).toEqual([]);
});

test('reports a function that is not in its file, a hop without a function, and a wrong number of hops', () => {
  const document = '# Spine\n\n## Spin: 3 hops\n\n1. `a.ts`, `here`: x\n2. `a.ts`, `gone`: x\n3. `a.ts`: x\n';
  expect(findSpineFaults(document, () => 'export const here = 1;')).toEqual([
    'Spin: a.ts has no gone',
    'Spin: hop 3 names no file and function',
  ]);
  expect(findSpineFaults('## Spin: 2 hops\n\n1. `a.ts`, `here`: x\n', () => 'here')).toEqual(['Spin: has 1 hops']);
});
