import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { descriptions } from '../../../apps/api/src/openapi/descriptions.ts';
import { summarizeHost } from '../../../apps/api/src/openapi/summary.ts';
import { settingsPage, withSettings } from './settings.ts';

const HEAD = `\`npm run docs\` writes this file. It lists the input and output of every documented call, so that
reviewers see which calls a change affects. A field with ? may be absent. 1..80 are the limits of a number or a length.
`;

/** The committed files that `npm run docs` generates, with their texts. */
export function buildDocuments(): { path: string; text: string }[] {
  const toPath = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
  const readme = toPath('README.md');
  const { app, admin } = descriptions();
  return [
    { path: readme, text: withSettings(readFileSync(readme, 'utf8')) },
    { path: toPath('infra/docs/settings.md'), text: settingsPage() },
    { path: toPath('apps/api/openapi/summary.txt'), text: [HEAD, summarizeHost(app), summarizeHost(admin)].join('\n') },
  ];
}
