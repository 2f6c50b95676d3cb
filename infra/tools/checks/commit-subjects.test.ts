import { mkdtempSync, rmSync } from 'node:fs';
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

let root: string;
beforeEach(() => {
  root = createFolder();
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Tester');
  git(root, 'config', 'user.email', 'tester@example.com');
  git(root, 'config', 'commit.gpgsign', 'false');
  git(root, 'config', 'tag.gpgsign', 'false');
  git(root, 'config', 'core.hooksPath', '/dev/null');
});

const commit = (subject: string) =>
  git(root, 'commit', '--quiet', '--allow-empty', '--message', subject, '--message', 'x'.repeat(90));
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

test('reads the last 50 commits where there is no tag', () => {
  commit(LONG);
  for (let count = 0; count < 49; count++) commit(FITS);
  expect(findLongSubjects(root)).toHaveLength(1);
  commit(FITS);
  expect(findLongSubjects(root)).toEqual([]);
});

test('accepts merge commits, also where a shallow clone hides their parents', () => {
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
