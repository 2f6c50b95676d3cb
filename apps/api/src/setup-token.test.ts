import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteSetupToken, writeSetupToken } from './setup-token.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inaam-setup-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const getMode = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);

test('writes the token to a file that only its owner can read, and replaces a public file', async () => {
  await writeFile(join(dataDir, 'setup-token'), 'old\n');
  await chmod(join(dataDir, 'setup-token'), 0o666);
  const file = await writeSetupToken(dataDir, 'the-token');
  expect([await getMode(file), await readFile(file, 'utf8')]).toEqual(['600', 'the-token\n']);
  expect(await readdir(dataDir)).toEqual(['setup-token']);
  await deleteSetupToken(dataDir);
  await deleteSetupToken(dataDir);
  expect(await readdir(dataDir)).toEqual([]);
});

test('creates a missing folder that only its owner can read', async () => {
  const folder = join(dataDir, 'data');
  await writeSetupToken(folder, 'the-token');
  expect(['700', '711']).toContain(await getMode(folder));
});

test('deletes the file when the token expires', async () => {
  await writeSetupToken(dataDir, 'the-token', 1);
  await expect.poll(() => readdir(dataDir)).toEqual([]);
});

test('fails when the folder cannot be written', async () => {
  await writeFile(join(dataDir, 'file'), '');
  await expect(writeSetupToken(join(dataDir, 'file', 'below'), 'the-token')).rejects.toThrow(/ENOTDIR|EEXIST/);
});
