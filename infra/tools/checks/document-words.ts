import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';
import { DOCUMENTS } from './named-paths.ts';

/**
 * Maximum number of words in all documents together, because a newcomer does not read more. If one document grows,
 * another one has to shrink. The page of settings does not count: it is generated from the schema.
 */
export const MAX_WORDS = 25_000;

/** A word has a letter or a digit, so bars and dashes of tables do not count. */
const WORD = /[^\s]*[\p{L}\p{N}][^\s]*/gu;

/**
 * Counts the words of all documents.
 * @param root the folder of the workspace
 * @returns one line if they exceed the limit
 */
export function findExcessWords(root: string, limit = MAX_WORDS): string[] {
  const words = DOCUMENTS.filter((path) => existsSync(join(root, path)))
    .flatMap((path) => filesBelow(root, path, /\.md$/))
    .filter((path) => !path.endsWith('infra/docs/settings.md'))
    .reduce((sum, path) => sum + (readFileSync(join(root, path), 'utf8').match(WORD)?.length ?? 0), 0);
  return words > limit ? [`the documents have ${words} words; at most ${limit}`] : [];
}
