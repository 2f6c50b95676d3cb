import { spawnSync } from 'node:child_process';

/** Changes since the last release, read from git. */
export interface Changes {
  /** Version of the last release, such as `1.4.0`; undefined before the first. */
  last: string | undefined;
  commits: Commit[];
  /** Paths of added, changed and deleted files, relative to the root; empty for the first release. */
  files: string[];
}

export interface Commit {
  id: string;
  subject: string;
  files: string[];
}

/** Runs git. @throws an Error with the message of git */
export function git(repository: string, ...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.trimEnd();
}

const VERSION = /^v(\d+\.\d+\.\d+)$/;

export function readChanges(repository: string): Changes {
  const tags = git(repository, 'tag', '--merged', 'HEAD', '--sort=-v:refname', '--list', 'v*').split('\n');
  const last = tags.map((tag) => VERSION.exec(tag)?.[1]).find((version) => version !== undefined);
  const range = last === undefined ? 'HEAD' : `v${last}..HEAD`;
  // Each commit is one record: a NUL (%x00), which no subject contains, then id and subject, then the files.
  const log = git(repository, 'log', '--no-merges', '--name-only', '--format=%x00%h%x09%s', range);
  const commits = log
    .split('\0')
    .filter(Boolean)
    .map((record): Commit => {
      const [head = '', ...files] = record.split('\n').filter(Boolean);
      const [id = '', subject = ''] = head.split('\t');
      return { id, subject, files };
    });
  const files = last === undefined ? [] : git(repository, 'diff', '--name-only', `v${last}`, 'HEAD').split('\n');
  return { last, commits, files: files.filter(Boolean) };
}

export type Kind = 'major' | 'minor' | 'patch';

const MIGRATION = /^packages\/db\/src\/migrations\/(\d{4}_\w+)\.sql$/;

export const findMigrations = (files: readonly string[]): string[] =>
  files.flatMap((file) => MIGRATION.exec(file)?.[1] ?? []);

/**
 * Derives the kind of a release. A release with migrations is minor, because the operator must prepare it (`npm run
 * migrate`); any other release is a patch. Only a person can decide that a release breaks callers and is major.
 */
export const getReleaseKind = ({ files }: Pick<Changes, 'files'>): Kind =>
  findMigrations(files).length > 0 ? 'minor' : 'patch';

/** See https://semver.org; the first version is 0.1.0. */
export function nextVersion(last: string | undefined, kind: Kind): string {
  if (last === undefined) return '0.1.0';
  const [major = 0, minor = 0, patch = 0] = last.split('.').map(Number);
  if (kind === 'major') return `${major + 1}.0.0`;
  return kind === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
