import { readFileSync } from 'node:fs';
import { environmentSchema } from '@inaam/settings/environment';
import { settingsTable } from '@inaam/settings/table';
import { expect, test } from 'vitest';
import { withSettingsTable } from './table.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('the README has the table as the schema makes it: run npm run readme after a change', () => {
  expect(readme).toBe(withSettingsTable(readme));
});

test('every variable has a row with a default and a meaning', () => {
  const rows = settingsTable().split('\n').slice(2);
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(
    Object.keys(environmentSchema.shape).map((name) => `\`${name}\``),
  );
  for (const row of rows) expect(row).toMatch(/^\| `[A-Z_]+` +\| \S.* \| \S.{9,} \|$/);
});

test('a row that was edited by hand is stale', () => {
  const edited = readme.replace('| `LOG_LEVEL` ', '| `LOG_LEVELS` ');
  expect(edited).not.toBe(readme);
  expect(withSettingsTable(edited)).toBe(readme);
});

test('a README without the markers is refused', () => {
  expect(() => withSettingsTable('# Inaam')).toThrow('README.md has no');
});
