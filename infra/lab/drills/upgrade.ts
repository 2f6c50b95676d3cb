import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addExampleMigrations } from '@inaam/db/testing/example-release';
import { type ApiProcess, root, startApi } from '../harness/api-process.ts';
import { judged } from '../harness/audit.ts';
import { type Front, startHaproxy } from '../harness/fronts.ts';
import { furnish } from '../harness/furnish.ts';
import { startLoad, workOf } from '../harness/load.ts';
import { needPrograms } from '../harness/programs.ts';
import { type Row, TABLE_HEAD, tell } from '../harness/report.ts';
import { runNode } from '../harness/run-node.ts';
import { startStage } from '../harness/stage.ts';
import { FOUND_MS, NONE_FAILED } from './roll.ts';

const RATE = 200;

/**
 * This release serves; `npm run migrate` of a release with the example migrations runs under load; then its processes
 * replace this one's.
 */
export async function drillUpgrade(): Promise<Row[]> {
  needPrograms('/usr/sbin/haproxy');
  const upgraded = mkdtempSync(join(tmpdir(), 'inaam-next-'));
  const stage = await startStage().catch((error: unknown) => {
    rmSync(upgraded, { recursive: true, force: true });
    throw error;
  });
  const apis: ApiProcess[] = [];
  let front: Front | undefined;
  try {
    buildNextRelease(upgraded);
    await runNode(root, ['apps/api/src/migrate.ts'], { DATABASE_URL: stage.url() });
    const furniture = await furnish(stage.url());
    const start = async (release: string, ports?: ApiProcess['ports']) => {
      const options = { ...furniture, databaseUrl: stage.url(), release };
      const api = await startApi({ ...options, ...(ports && { ports }) });
      await api.ready();
      return api;
    };
    apis.push(await start(root), await start(root));
    front = await startHaproxy({ apis: apis.map(({ ports }) => ports) });
    const { origin } = front;
    const load = startLoad(() => origin, furniture, workOf(furniture), { rate: RATE });
    await sleep(2_000);
    const began = performance.now();
    await runNode(upgraded, ['apps/api/src/migrate.ts'], { DATABASE_URL: stage.url() });
    process.stdout.write(`migrated in ${Math.round(performance.now() - began)} ms, under load\n`);
    await sleep(3_000);
    for (const [i, api] of apis.entries()) {
      await api.stop();
      apis[i] = await start(upgraded, api.ports);
      await sleep(FOUND_MS);
    }
    await sleep(2_000);
    const books = { appOrigin: origin, databaseUrl: stage.url(), furniture };
    const row = await judged('upgrade to the example migrations', load, books, NONE_FAILED);
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
    await stage.stop();
    rmSync(upgraded, { recursive: true, force: true });
  }
}

/** Builds the api of the newest commit with the example migrations and the packages that are installed here. */
function buildNextRelease(folder: string): void {
  const run = (program: string, args: string[], cwd = folder) => {
    const { status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 300_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  };
  run('sh', ['-c', `git -C '${root}' archive HEAD | tar -x`]);
  const packages = ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => join(kind, name)),
  );
  for (const each of ['.', ...packages]) {
    const from = join(root, each, 'node_modules');
    // Links to files, since there are many; links between packages stay relative, and so lead to this release's own.
    if (existsSync(from)) run('cp', ['-al', from, join(folder, each, 'node_modules')], root);
  }
  addExampleMigrations(join(folder, 'packages/db/src'));
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'apps/api', '--logLevel', 'error']);
}
