import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPackageExports } from './package-exports.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', 'package-exports', name);

test('rejects a wildcard, a missing file and an export that no other package imports', () => {
  expect(checkPackageExports(fixture('refused'))).toEqual([
    'packages/a: ./unused: no other package imports it',
    'packages/a: ./gone: there is no ./src/gone.ts',
    'packages/a: ./*: names no file; list each one that is public',
  ]);
});

test('accepts a list of exports that other packages use', () => {
  expect(checkPackageExports(fixture('accepted'))).toEqual([]);
});

test('finds no fault in the packages of this workspace', () => {
  expect(checkPackageExports(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
