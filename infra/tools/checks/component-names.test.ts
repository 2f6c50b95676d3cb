import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkComponentNames } from './component-names.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', 'component-names', name);

test('two components of one name in an app are refused, however they are declared', () => {
  expect(checkComponentNames(fixture('refused'))).toEqual([
    'Bar: is a component of apps/a/src/bulk.tsx and apps/a/src/deep/bulk.tsx',
    'Line: is a component of apps/a/src/bulk.tsx and apps/a/src/deep/bulk.tsx',
    'Page: is a component of apps/a/src/bulk.tsx and apps/a/src/page.tsx',
  ]);
});

test('the same name in two apps, a component that is loaded later, a type and a constant pass', () => {
  expect(checkComponentNames(fixture('accepted'))).toEqual([]);
});

test('in each app of this workspace every component has a name of its own', () => {
  expect(checkComponentNames(join(import.meta.dirname, '..', '..', '..'))).toEqual([]);
});
