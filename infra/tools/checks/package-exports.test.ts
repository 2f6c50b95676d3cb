import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPackageExports } from './package-exports.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', 'package-exports', name);

test('a wildcard, a file that is gone and an export that nobody uses are refused', () => {
  expect(checkPackageExports(fixture('refused'))).toEqual([
    'packages/a: ./unused: nobody outside the package imports it',
    'packages/a: ./gone: there is no ./src/gone.ts',
    'packages/a: ./*: names no file; list each one that is public',
  ]);
});

test('a list of what others use passes', () => {
  expect(checkPackageExports(fixture('accepted'))).toEqual([]);
});

test('the packages of this workspace list what is public', () => {
  expect(checkPackageExports(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
