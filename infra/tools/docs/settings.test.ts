import { readdirSync, readFileSync } from 'node:fs';
import { environmentSchema } from '@inaam/settings/environment';
import { GROUPS } from '@inaam/settings/table';
import { expect, test } from 'vitest';
import { settingsPage, withSettings } from './settings.ts';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

test('lists every variable in one group, with its default and meaning', () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  const entries = settingsPage()
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(entries).toHaveLength(Object.keys(environmentSchema.shape).length);
  for (const entry of entries) expect(entry).toMatch(/^- \*\*`[A-Z_]+`\*\* \(\S.*\): \S.{9,}\.$/);
});

test('wraps the settings page at 120 columns', () => {
  for (const line of settingsPage().split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
});

test('replaces an entry that was edited by hand', () => {
  const edited = readme.replace('**`APP_ORIGIN`**', '**`APP_ORIGINS`**');
  expect(edited).not.toBe(readme);
  expect(withSettings(edited)).toBe(readme);
});

test('rejects a README without the markers', () => {
  expect(() => withSettings('# Inaam')).toThrow('README.md has no');
});

test('shows the required settings in the README, and no others', () => {
  const shown = [...readme.matchAll(/^- \*\*`([A-Z_]+)`\*\*/gm)].map(([, name]) => name);
  expect(shown).toEqual(GROUPS['Required in production']);
});

test('keeps the README within 150 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

test('lists each folder in the README', () => {
  const rows = [...readme.matchAll(/^\| `((?:apps|packages|infra)\/\w+)` +\|/gm)].map(([, folder]) => folder);
  const folders = ['apps', 'packages', 'infra'].flatMap((group) =>
    readdirSync(new URL(`${group}/`, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${group}/${name}`),
  );
  expect(rows.toSorted()).toEqual(folders.toSorted());
});
