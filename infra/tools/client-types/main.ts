/** The task `types` of packages/client: generates the types of its calls from the API descriptions of both hosts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { descriptions } from '../../../apps/api/src/openapi/descriptions.ts';
import { generateTypes } from '../../../packages/client/types-of.ts';

const folder = new URL('../../../packages/client/dist/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [host, description] of Object.entries(descriptions())) {
  writeFileSync(new URL(`${host}.ts`, folder), await generateTypes(description));
}
