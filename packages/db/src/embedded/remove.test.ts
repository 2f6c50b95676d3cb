import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './owner.ts';
import { removeData, removeShared } from './remove.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inaam-remove-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A data directory with its cluster in another place, as `locateCluster` may choose for root. */
function makeSeparateCluster() {
  const [dataDir, shared] = [join(root, 'data'), join(root, 'shared')];
  const cluster = join(shared, 'data-1');
  for (const path of [dataDir, join(cluster, 'base'), join(shared, 'postgres-18', 'bin')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(dataDir, 'postgres.location'), `${cluster}\n`);
  return { dataDir, shared, cluster };
}

test('removes a data directory with its cluster in another place', () => {
  const { dataDir, shared, cluster } = makeSeparateCluster();
  removeData(dataDir);
  expect([dataDir, cluster, shared].map(existsSync)).toEqual([false, false, true]);
  removeData(dataDir);
});

test('refuses a directory that a live process uses', () => {
  const { dataDir, cluster } = makeSeparateCluster();
  const release = lockDataDir(dataDir);
  expect(() => removeData(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by process ${process.pid}`);
  expect([dataDir, cluster].map(existsSync)).toEqual([true, true]);
  release();
});

test('removes the shared directory only if it holds no data', () => {
  const { dataDir, shared } = makeSeparateCluster();
  expect(removeShared(shared)).toBe(`${shared}: contains the data of another checkout, data-1`);
  removeData(dataDir);
  expect(removeShared(shared)).toBeUndefined();
  expect(existsSync(shared)).toBe(false);
});

test('keeps other files in the shared directory', () => {
  const { shared, cluster } = makeSeparateCluster();
  rmSync(cluster, { recursive: true });
  writeFileSync(join(shared, 'notes.txt'), '');
  expect(removeShared(shared)).toBe(`${shared}: contains other files`);
  expect(existsSync(join(shared, 'notes.txt'))).toBe(true);
});
