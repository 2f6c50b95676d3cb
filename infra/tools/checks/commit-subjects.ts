import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../release/changes.ts';

/**
 * At this length, `git log --oneline` fits a subject on one line of a terminal. The changelog also consists of
 * subjects.
 */
const MAX_LENGTH = 72;

/** Number of commits to check if no release is tagged. */
const MAX_COMMITS = 50;

/**
 * Finds commits with a subject of more than 72 characters, among those since the last tag. Without a tag it reads the
 * last 50 commits; a shallow clone may have fewer. Merge commits pass: git writes their subjects.
 * @param root the folder of the workspace; an unpacked archive without a repository passes
 * @returns one line for each finding
 */
export function findLongSubjects(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const tag = lastTag(root);
  const range = tag === undefined ? [`--max-count=${MAX_COMMITS}`] : [`${tag}..HEAD`];
  return git(root, 'log', '--no-merges', '--format=%H %s', ...range)
    .split('\n')
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
    .filter(({ subject }) => Array.from(subject).length > MAX_LENGTH)
    .filter(({ id }) => !isMerge(root, id))
    .map(
      ({ id, subject }) =>
        `${id.slice(0, 10)}: a subject of ${Array.from(subject).length} characters; at most ${MAX_LENGTH}: ${subject}`,
    );
}

/** The name of the nearest tag that HEAD contains. A shallow clone usually has no tags. */
function lastTag(root: string): string | undefined {
  try {
    return git(root, 'describe', '--tags', '--abbrev=0');
  } catch {
    return undefined;
  }
}

/** Reads the stored commit, since the oldest commit of a shallow clone seems to have no parents. */
function isMerge(root: string, id: string): boolean {
  const [head = ''] = git(root, 'cat-file', 'commit', id).split('\n\n', 1);
  return (head.match(/^parent /gm)?.length ?? 0) > 1;
}
