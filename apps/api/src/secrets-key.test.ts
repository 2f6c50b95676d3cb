import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretsKeys } from './secrets-key.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'inaam-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const load = (mode: 'demo' | 'production', sealed = false, secretsKeys: Uint8Array[] = []) =>
  loadSecretsKeys({ secretsKeys, mode, dataDir }, async () => sealed);

test('many processes at once draw one key, which nobody else can read, and find it again', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load('production')));
  expect(new Set(all.map(({ keys }) => Buffer.from(keys[0] ?? []).toString('hex'))).size).toBe(1);
  const file = join(dataDir, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  // Also when there is something sealed by now.
  expect(await load('production', true)).toEqual(all[0]);
});

test('the settings come first', async () => {
  const own = new Uint8Array(32).fill(7);
  expect(await load('production', true, [own])).toEqual({ keys: [own], isOnDisk: false });
});

test('no key is drawn in production over what another key sealed', async () => {
  await expect(load('production', true)).rejects.toThrow(/^SECRETS_KEY: is required: /);
  expect((await load('demo', true)).isOnDisk).toBe(true);
});

test('a file that holds no key, or a place where none can be kept, is said in one line', async () => {
  writeFileSync(join(dataDir, 'secrets.key'), 'short\n');
  await expect(load('production')).rejects.toThrow(/^SECRETS_KEY: [^\n]+does not hold a key$/);
  const nowhere = { secretsKeys: [], mode: 'production' as const, dataDir: join(dataDir, 'secrets.key', 'below') };
  await expect(loadSecretsKeys(nowhere, async () => false)).rejects.toThrow(/^SECRETS_KEY: [^\n]+DATA_DIR[^\n]+$/);
});
