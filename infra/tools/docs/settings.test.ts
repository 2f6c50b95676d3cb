import { readdirSync, readFileSync } from 'node:fs';
import { environmentSchema } from '@inaam/settings/environment';
import { GROUPS, settingsList } from '@inaam/settings/table';
import { expect, test } from 'vitest';
import { withSettings } from './settings.ts';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

test('every variable has an entry with a default and a meaning, in one group', () => {
  expect(Object.values(GROUPS).flat().toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
  const entries = settingsList()
    .replaceAll(/\n {2}/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(entries).toHaveLength(Object.keys(environmentSchema.shape).length);
  for (const entry of entries) expect(entry).toMatch(/^- \*\*`[A-Z_]+`\*\* \(\S.*\): \S.{9,}\.$/);
});

test('no line of it is too long to read', () => {
  for (const line of settingsList().split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
});

test('an entry that was edited by hand is stale', () => {
  const edited = readme.replace('`LOG_LEVEL`', '`LOG_LEVELS`');
  expect(edited).not.toBe(readme);
  expect(withSettings(edited)).toBe(readme);
});

test('a README without the markers is refused', () => {
  expect(() => withSettings('# Inaam')).toThrow('README.md has no');
});

test.each(['apps', 'packages', 'infra'])('every folder of %s stands in the house', (group) => {
  const house = /## The house\n\n```\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const said = new Set([...house.matchAll(/(?:^ {2}| {3,})(\w+)\//gm)].map(([, name]) => name));
  const folders = readdirSync(new URL(`${group}/`, root), { withFileTypes: true });
  for (const { name } of folders.filter((entry) => entry.isDirectory())) expect([...said]).toContain(name);
});
