import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { scanBundle } from './scan-bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'inaam-bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function buildFixture(fixture: string, sourcemap: boolean): Promise<string> {
  const outDir = join(folder, `${fixture}-${sourcemap}`);
  const root = join(import.meta.dirname, 'fixtures', fixture);
  await build({ root, configFile: false, logLevel: 'silent', build: { outDir, sourcemap, emptyOutDir: true } });
  return outDir;
}

test('finds each server module in a browser bundle that imports a table of the database', async () => {
  const faults = scanBundle(await buildFixture('leaking', true));
  expect(faults.join('\n')).toMatch(/holds .*packages\/db\/src\/schema\/offers\.ts/);
  expect(faults.join('\n')).toMatch(/holds .*node_modules\/drizzle-orm\//);
  expect(faults.join('\n')).toMatch(/says postgres:\/\//);
});

test('accepts a bundle of shared code', async () => {
  expect(scanBundle(await buildFixture('clean', true))).toEqual([]);
});

test('rejects a bundle without source maps, and a missing build', async () => {
  expect(scanBundle(await buildFixture('clean', false)).join('\n')).toMatch(/has no source map/);
  expect(scanBundle(join(folder, 'nowhere')).join('\n')).toMatch(/there is no build/);
});
