/** `node infra/openapi/run.mjs`: writes the descriptions of both hosts and the types of their client. */
import { writeFileSync } from 'node:fs';
import { madeFiles } from './files.ts';

for (const { path, text } of await madeFiles()) writeFileSync(path, text);
