import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/**
 * Maximum number of matches of {@link WORDS} and {@link OPENINGS} in the repository. Lower it when the check asks for
 * that, and never raise it.
 */
const MAX_MATCHES = 377;

/** The limit may exceed the number of matches by up to this number, so that not every change has to lower the limit. */
const SLACK = 100;

/**
 * Words that usually make a sentence hard to read. They show where to look; in some sentences they are fine.
 */
const WORDS = /\b(?:nobody|somebody|whoever|whom|whose|theirs|beside|stands|lies|(?:is|are|was|were) told)\b/gi;

/** Matches a sentence that begins with `Of` or `What`. Openings such as `Whoever` are in {@link WORDS}. */
const OPENINGS = /(?<=^|[.:;!?] |\/\*\* |\/\/ |[*#>|-] |['"`])(?:Of|What) (?=\w)/gm;

const CHECKED_FILES = /\.(ts|tsx|mjs|js|css|sql|md|html|ya?ml)$/;

/** Files that are not checked: this check, its test, and generated files (tables of migrations, the changelog). */
const SKIPPED_FILES =
  /^infra\/tools\/checks\/plain-words\.(test\.)?ts$|^packages\/db\/src\/migrations\/meta\/|^CHANGELOG\.md$/;

/**
 * Counts words and sentence openings that are hard to read, in code and documents.
 * @param root the folder of the workspace
 * @returns no line, or one: above the limit, the files with the most matches; far below it, the lower limit to set
 */
export function findUnplainWords(root: string, limit = MAX_MATCHES): string[] {
  const counts = filesBelow(root, '.', CHECKED_FILES)
    .filter((file) => !SKIPPED_FILES.test(file))
    .map((file) => ({ file, count: countMatches(readFileSync(join(root, file), 'utf8')) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total > limit) {
    const most = counts.toSorted((a, b) => b.count - a.count).slice(0, 5);
    const where = most.map(({ file, count }) => `${file} (${count})`).join(', ');
    return [`${total} words such as nobody, whoever, whose, beside; at most ${limit}. Most are in ${where}`];
  }
  return total < limit - SLACK ? [`plain-words.ts: lower MAX_MATCHES from ${limit} to ${total}`] : [];
}

const countMatches = (text: string): number => (text.match(WORDS)?.length ?? 0) + (text.match(OPENINGS)?.length ?? 0);
