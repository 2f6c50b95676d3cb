/**
 * `node packages/db/src/embedded/clean-up.ts <data directory>`: removes the embedded database with all that it keeps,
 * also outside of its directory, and prints what has to stay.
 */
import { isAbsolute, resolve } from 'node:path';
import { isRoot, sharedDirectory } from './location.ts';
import { removeData, removeShared } from './remove.ts';

const [given = '.data'] = process.argv.slice(2);
try {
  await removeData(isAbsolute(given) ? given : resolve(given));
  const left = isRoot() ? removeShared(sharedDirectory()) : undefined;
  if (left !== undefined) process.stdout.write(`${left}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
