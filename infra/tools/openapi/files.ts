import { fileURLToPath } from 'node:url';
import { descriptions } from '../../../apps/api/src/openapi/descriptions.ts';
import { typesOf } from '../../../packages/client/src/types-of.ts';

/** The files that are made from the schemas and checked in, with what should be in them. */
export async function madeFiles(): Promise<{ path: string; text: string }[]> {
  const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
  const files = Object.entries(descriptions()).map(async ([host, description]) => [
    { path: path(`apps/api/openapi/${host}.json`), text: `${JSON.stringify(description, null, 2)}\n` },
    { path: path(`packages/client/src/${host}.ts`), text: await typesOf(description) },
  ]);
  return (await Promise.all(files)).flat();
}
