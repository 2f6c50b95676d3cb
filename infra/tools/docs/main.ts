import { writeFileSync } from 'node:fs';
import { readOptions } from '../../run/options.mjs';

readOptions({
  call: 'npm run docs',
  description:
    'Generates the settings (README.md, infra/docs/settings.md) and the summary of the API calls from the code.',
});

// This module is imported late, so that help is printed at once.
const { buildDocuments } = await import('./documents.ts');
for (const { path, text } of buildDocuments()) writeFileSync(path, text);
