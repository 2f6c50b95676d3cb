import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';
import { DOCUMENTS } from './named-paths.ts';

/** More than this a newcomer does not read. What a document gains, another has to lose. */
export const MAX_WORDS = 25_000;

/** A word has a letter or a digit: bars and dashes of tables are none. */
const WORD = /[^\s]*[\p{L}\p{N}][^\s]*/gu;

/**
 * Counts the words of all documents.
 * @param root the folder of the workspace
 * @returns one line where they exceed the limit
 */
export function findExcessWords(root: string, limit = MAX_WORDS): string[] {
  const words = DOCUMENTS.filter((path) => existsSync(join(root, path)))
    .flatMap((path) => filesBelow(root, path, /\.md$/))
    .reduce((sum, path) => sum + (readFileSync(join(root, path), 'utf8').match(WORD)?.length ?? 0), 0);
  return words > limit ? [`the documents have ${words} words; at most ${limit}`] : [];
}
