import { readFileSync, writeFileSync } from 'node:fs';
import { readOptions } from '../../run/options.mjs';
import { withSettings } from './table.ts';

readOptions({
  call: 'npm run readme',
  does: 'Writes the settings in README.md from the schema in packages/settings.',
});

const readme = new URL('../../../README.md', import.meta.url);
writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')));
