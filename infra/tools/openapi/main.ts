import { writeFileSync } from 'node:fs';
import { readOptions } from '../../run/options.mjs';

readOptions({
  call: 'npm run openapi',
  does: 'Writes the descriptions of both hosts and the types of their client, where they are checked in.',
});

// Loaded now: how it is used is said at once.
const { madeFiles } = await import('./files.ts');
for (const { path, text } of await madeFiles()) writeFileSync(path, text);
