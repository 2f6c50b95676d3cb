import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addExampleMigrations } from '@inaam/db/testing/example-release';
import { root } from '../harness/api-process.ts';
import { run } from '../harness/daemon.ts';
import { startHaproxy } from '../harness/load-balancers.ts';
import { createProduct, migrateTo } from '../harness/product.ts';
import { requirePrograms } from '../harness/programs.ts';
import type { Row } from '../harness/report.ts';
import { startTestBed } from '../harness/test-bed.ts';
import { copyWorkspace } from '../harness/workspace.ts';
import { NONE_FAILED, replaceAll } from './rolling-restart.ts';

/**
 * Upgrades under load and goes back. While this release serves load, the drill runs `npm run migrate` of a release with
 * the example migrations, and that release's processes replace the old ones. Then the drill starts
 * this release's processes again and restores this release's SQL functions.
 */
export async function* drillUpgrade(): AsyncGenerator<Row> {
  requirePrograms('/usr/sbin/haproxy');
  const release = await buildNextRelease();
  const testBed = await startTestBed();
  const product = await createProduct(testBed.url());
  const apis = [await product.start(), await product.start()];
  const { origin } = await startHaproxy(apis.map(({ ports }) => ports));
  const load = product.load(() => origin, { rate: 200 });
  await sleep(2_000);
  const began = performance.now();
  await migrateTo(release, testBed.url());
  process.stdout.write(`migrated in ${Math.round(performance.now() - began)} ms, under load\n`);
  await sleep(3_000);
  await replaceAll(apis, ({ ports }) => product.start({ release, ports }));
  await sleep(2_000);
  await replaceAll(apis, ({ ports }) => product.start({ ports }));
  process.stdout.write(await migrateTo(root, testBed.url(), undefined, ['--put-functions-back']));
  await sleep(2_000);
  yield await product.judge('upgrade to the example migrations, and back', load, { origin, criteria: NONE_FAILED });
}

/** Builds the api with the example migrations in a copy of the workspace. */
async function buildNextRelease(): Promise<string> {
  const folder = copyWorkspace();
  addExampleMigrations(join(folder, 'packages/db/src'));
  // Adds a newer version of the functions, which the return to this release has to replace.
  appendFileSync(join(folder, 'packages/db/src/functions/versions.txt'), '999 of the example\n');
  const build = ['node_modules/vite/bin/vite.js', 'build', 'apps/api', '--logLevel', 'error'];
  await run(process.execPath, build, { cwd: folder });
  return folder;
}
