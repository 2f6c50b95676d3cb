import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTypeChecked } from './type-checked.ts';

test('a part that no program reads, and a package that two read, are refused', () => {
  expect(checkTypeChecked(join(import.meta.dirname, 'fixtures', 'type-checked'))).toEqual([
    "packages/forgotten: src is not type-checked; list it in the root's tsconfig.json",
    "packages/listed: vite.config.ts is not type-checked; list it in the root's tsconfig.json",
    'packages/unused: has a tsconfig.json, and no script `typecheck` that uses it',
    'apps/own: forgotten.config.ts is not type-checked; list it in its tsconfig.json',
    'apps/twice: src is type-checked twice',
  ]);
});

test('every package of this workspace is type-checked once', () => {
  expect(checkTypeChecked(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
