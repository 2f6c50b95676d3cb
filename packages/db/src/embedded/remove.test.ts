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

/** A data directory whose cluster is elsewhere, as with root. */
function dataElsewhere() {
  const [dataDir, shared] = [join(root, 'data'), join(root, 'shared')];
  const cluster = join(shared, 'data-1');
  for (const path of [dataDir, join(cluster, 'base'), join(shared, 'postgres-18', 'bin')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(dataDir, 'postgres.location'), `${cluster}\n`);
  return { dataDir, shared, cluster };
}

test('a data directory goes with its cluster, wherever that lies', () => {
  const { dataDir, shared, cluster } = dataElsewhere();
  removeData(dataDir);
  expect([dataDir, cluster, shared].map(existsSync)).toEqual([false, false, true]);
  removeData(dataDir);
});

test('a directory that a living process has stays as it is', () => {
  const { dataDir, cluster } = dataElsewhere();
  const release = lockDataDir(dataDir);
  expect(() => removeData(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by process ${process.pid}`);
  expect([dataDir, cluster].map(existsSync)).toEqual([true, true]);
  release();
});

test('the shared directory goes once no checkout keeps data in it', () => {
  const { dataDir, shared } = dataElsewhere();
  expect(removeShared(shared)).toBe(`${shared}: holds the data of another checkout, data-1`);
  removeData(dataDir);
  expect(removeShared(shared)).toBeUndefined();
  expect(existsSync(shared)).toBe(false);
});

test('what somebody else keeps in the shared directory stays', () => {
  const { shared, cluster } = dataElsewhere();
  rmSync(cluster, { recursive: true });
  writeFileSync(join(shared, 'notes.txt'), '');
  expect(removeShared(shared)).toBe(`${shared}: holds what is not ours`);
  expect(existsSync(join(shared, 'notes.txt'))).toBe(true);
});
