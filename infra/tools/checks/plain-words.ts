import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './files.ts';

/** Maximum number of marks. Lower it when the check asks for that, and never raise it. */
const MAX_MARKS = 377;

/** Removed marks below which the limit may stay, so that not every change has to lower it. */
const SLACK = 100;

/**
 * Words that usually make a sentence hard to read. They show where to look; some of them are plain in their sentence.
 */
const WORDS = /\b(?:nobody|somebody|whoever|whom|whose|theirs|beside|stands|lies|(?:is|are|was|were) told)\b/gi;

/** Sentences that begin with a relative clause, apart from those with a word above. */
const OPENINGS = /(?<=^|[.:;!?] |\/\*\* |\/\/ |[*#>|-] |['"`])(?:Of|What) (?=\w)/gm;

const WRITTEN = /\.(ts|tsx|mjs|js|css|sql|md|html|ya?ml)$/;

/** This check with its test, and texts that are not edited: generated tables and the changelog. */
const SKIPPED =
  /^infra\/tools\/checks\/plain-words\.(test\.)?ts$|^packages\/db\/src\/migrations\/meta\/|^CHANGELOG\.md$/;

/**
 * Counts words and openings of sentences that are hard to read, over code and documents.
 * @param root the folder of the workspace
 * @returns one line if there are more than the limit, with the files that have most, or if the limit is too high
 */
export function findUnplainWords(root: string, limit = MAX_MARKS): string[] {
  const counts = filesBelow(root, '.', WRITTEN)
    .filter((file) => !SKIPPED.test(file))
    .map((file) => ({ file, count: countMarks(readFileSync(join(root, file), 'utf8')) }));
  const marks = counts.reduce((sum, { count }) => sum + count, 0);
  if (marks > limit) {
    const most = counts.toSorted((a, b) => b.count - a.count).slice(0, 5);
    const where = most.map(({ file, count }) => `${file} (${count})`).join(', ');
    return [`${marks} words such as nobody, whoever, whose, beside; at most ${limit}. Most are in ${where}`];
  }
  return marks < limit - SLACK ? [`plain-words.ts: lower MAX_MARKS from ${limit} to ${marks}`] : [];
}

const countMarks = (text: string): number => (text.match(WORDS)?.length ?? 0) + (text.match(OPENINGS)?.length ?? 0);
