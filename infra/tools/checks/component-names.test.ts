import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkComponentNames } from './component-names.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', 'component-names', name);

test('rejects two components of one name in an app, however they are declared', () => {
  expect(checkComponentNames(fixture('refused'))).toEqual([
    'Bar: is declared in apps/a/src/bulk.tsx and apps/a/src/deep/bulk.tsx',
    'Line: is declared in apps/a/src/bulk.tsx and apps/a/src/deep/bulk.tsx',
    'Page: is declared in apps/a/src/bulk.tsx and apps/a/src/page.tsx',
  ]);
});

test('accepts one name in two apps, a lazy component, a type and a constant', () => {
  expect(checkComponentNames(fixture('accepted'))).toEqual([]);
});

test('finds no duplicate component name in the apps of this workspace', () => {
  expect(checkComponentNames(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
