import { readFileSync, writeFileSync } from 'node:fs';
import { readOptions } from '../../run/options.mjs';
import { withSettingsTable } from './table.ts';

readOptions({
  call: 'npm run readme',
  does: 'Writes the table of settings in README.md from the schema in packages/settings.',
});

const readme = new URL('../../../README.md', import.meta.url);
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')));
