import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretsKeys } from './secrets-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'inaam-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (sealed = false, secretsKeys: Uint8Array[] = []) =>
  loadSecretsKeys({ secretsKeys, dataDir }, async () => sealed);

test('generates one private key for several processes that start at once, and finds it at the next start', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
  expect(new Set(all.map(({ keys }) => Buffer.from(keys[0] ?? []).toString('hex'))).size).toBe(1);
  const file = join(dataDir, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  // The key is also found when the database already has sealed values.
  expect(await load(true)).toEqual(all[0]);
});

test('uses the keys of the settings if they are set', async () => {
  const own = new Uint8Array(32).fill(7);
  expect(await load(true, [own])).toEqual({ keys: [own], isOnDisk: false });
});

test('generates no key if the database has sealed values but their key is missing, and names the file to copy', async () => {
  await expect(load(true)).rejects.toThrow(/^SECRETS_KEY: is required: [^\n]+secrets\.key[^\n]+$/);
  await expect(load(true)).rejects.toThrow(dataDir);
  expect(existsSync(join(dataDir, 'secrets.key'))).toBe(false);
});

test('reports an invalid key file or an unwritable folder in one line', async () => {
  writeFileSync(join(dataDir, 'secrets.key'), 'short\n');
  await expect(load()).rejects.toThrow(/^SECRETS_KEY: [^\n]+does not hold a key$/);
  const nowhere = { secretsKeys: [], dataDir: join(dataDir, 'secrets.key', 'below') };
  await expect(loadSecretsKeys(nowhere, async () => false)).rejects.toThrow(/^SECRETS_KEY: [^\n]+DATA_DIR[^\n]+$/);
});
