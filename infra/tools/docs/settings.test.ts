import { readdirSync, readFileSync } from 'node:fs';
import { environmentSchema } from '@inaam/settings/environment';
import { GROUPS } from '@inaam/settings/table';
import { expect, test } from 'vitest';
import { settingsPage, withSettings } from './settings.ts';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

test('every variable has an entry with a default and a meaning, in one group', () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  const entries = settingsPage()
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(entries).toHaveLength(Object.keys(environmentSchema.shape).length);
  for (const entry of entries) expect(entry).toMatch(/^- \*\*`[A-Z_]+`\*\* \(\S.*\): \S.{9,}\.$/);
});

test('no line of the page is too long to read', () => {
  for (const line of settingsPage().split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
});

test('an entry that was edited by hand is stale', () => {
  const edited = readme.replace('**`APP_ORIGIN`**', '**`APP_ORIGINS`**');
  expect(edited).not.toBe(readme);
  expect(withSettings(edited)).toBe(readme);
});

test('a README without the markers is refused', () => {
  expect(() => withSettings('# Inaam')).toThrow('README.md has no');
});

test('the README shows the required settings, and no others', () => {
  const shown = [...readme.matchAll(/^- \*\*`([A-Z_]+)`\*\*/gm)].map(([, name]) => name);
  expect(shown).toEqual(GROUPS['Required in production']);
});

test('the README has at most 150 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('the README has a row for each folder', () => {
  const rows = [...readme.matchAll(/^\| `((?:apps|packages|infra)\/\w+)` +\|/gm)].map(([, folder]) => folder);
  const folders = ['apps', 'packages', 'infra'].flatMap((group) =>
    readdirSync(new URL(`${group}/`, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  );
  expect(rows.toSorted()).toEqual(folders.toSorted());
});
