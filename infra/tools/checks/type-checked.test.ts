import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkTypeChecked } from './type-checked.ts';

test('rejects a folder or file in no tsconfig.json or in two, and a tsconfig.json that no script uses', () => {
  expect(checkTypeChecked(join(import.meta.dirname, 'fixtures', 'type-checked'))).toEqual([
    "packages/forgotten: src is not type-checked; list it in the root's tsconfig.json",
    "packages/listed: vite.config.ts is not type-checked; list it in the root's tsconfig.json",
    'packages/unused: has a tsconfig.json, and no script `typecheck` that uses it',
    'apps/own: forgotten.config.ts is not type-checked; list it in its tsconfig.json',
    'apps/twice: src is type-checked twice',
  ]);
});

test('finds every package of this workspace in exactly one tsconfig.json', () => {
  expect(checkTypeChecked(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
