import { writeFileSync } from 'node:fs';
import { readOptions } from '../../run/options.mjs';

readOptions({
  call: 'npm run docs',
  does: 'Writes what documents take from the code: the settings (README.md, infra/docs/settings.md) and the summary of the calls.',
});

// Imported late, so that help is printed at once.
const { generatedDocuments } = await import('./documents.ts');
for (const { path, text } of generatedDocuments()) writeFileSync(path, text);
