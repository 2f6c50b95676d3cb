import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { git } from '../release/changes.ts';
import { findLongSubjects } from './commit-subjects.ts';

const folders: string[] = [];
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-commits-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const SETTINGS = `
[user]
  name = Tester
  email = tester@example.com
[commit]
  gpgsign = false
[tag]
  gpgsign = false
[core]
  hooksPath = /dev/null
`;

let root: string;
beforeEach(() => {
  root = createFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  // Writing the file is faster than a git process for each setting.
  appendFileSync(join(root, '.git', 'config'), SETTINGS);
});

const commit = (subject: string) =>
  git(root, 'commit', '--quiet', '--allow-empty', '--message', subject, '--message', 'x'.repeat(90));
/** Adds commits in one process. */
const commitMany = (subject: string, count: number) => {
  const message = `data ${Buffer.byteLength(subject)}\n${subject}\n`;
  const each = `committer Tester <tester@example.com> 1700000000 +0000\n${message}`;
  const input = Array.from({ length: count }, (_, index) =>
    ['commit refs/heads/main\n', each, index === 0 ? 'from refs/heads/main^0\n' : ''].join(''),
  ).join('\n');
  expect(spawnSync('git', ['fast-import', '--quiet'], { cwd: root, input, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
};
const createMerge = (subject: string) => {
  git(root, 'checkout', '--quiet', '-b', 'branch');
  commit('Add a branch');
  git(root, 'checkout', '--quiet', 'main');
  git(root, 'merge', '--quiet', '--no-ff', '--message', subject, 'branch');
};

const LONG = `Add ${'₹'.repeat(69)}`;
const FITS = `Add ${'₹'.repeat(68)}`;

test('refuses a subject of 73 characters and accepts one of 72', () => {
  commit(LONG);
  commit(FITS);
  const id = git(root, 'rev-parse', 'HEAD~1').slice(0, 10);
  expect(findLongSubjects(root)).toEqual([`${id}: a subject of 73 characters; at most 72: ${LONG}`]);
});

test('reads only the commits since the last tag', () => {
  commit(LONG);
  git(root, 'tag', 'v0.1.0');
  commit(FITS);
  expect(findLongSubjects(root)).toEqual([]);
  commit(LONG);
  expect(findLongSubjects(root)).toHaveLength(1);
});

test('reads the last 50 commits if there is no tag', () => {
  commit(LONG);
  commitMany(FITS, 49);
  expect(findLongSubjects(root)).toHaveLength(1);
  commit(FITS);
  expect(findLongSubjects(root)).toEqual([]);
});

test('accepts merge commits, even if a shallow clone hides their parents', () => {
  commit(FITS);
  createMerge(`Merge ${LONG}`);
  expect(findLongSubjects(root)).toEqual([]);
  const clone = join(createFolder(), 'clone');
  git(root, 'clone', '--quiet', '--depth=1', pathToFileURL(root).href, clone);
  expect(git(clone, 'log', '--no-merges', '--format=%s')).toBe(`Merge ${LONG}`);
  expect(findLongSubjects(clone)).toEqual([]);
});

test('refuses a long subject in a shallow clone', () => {
  commit(FITS);
  commit(LONG);
  const clone = join(createFolder(), 'clone');
  git(root, 'clone', '--quiet', '--depth=1', pathToFileURL(root).href, clone);
  expect(findLongSubjects(clone)).toHaveLength(1);
});

test('accepts a folder without a repository', () => {
  expect(findLongSubjects(createFolder())).toEqual([]);
});
