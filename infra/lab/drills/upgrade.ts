import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Furniture } from '../furnish.ts';
import { type ApiProcess, root, startApi } from './harness/api-process.ts';
import { judged } from './harness/audited.ts';
import { type Front, startHaproxy } from './harness/fronts.ts';
import { startLoad, workOf } from './harness/load.ts';
import { needPrograms, Skipped } from './harness/programs.ts';
import { type Row, TABLE_HEAD, tell } from './harness/report.ts';
import { runNode } from './harness/run-node.ts';
import { startStage } from './harness/stage.ts';
import { FOUND_MS, NONE_FAILED } from './roll.ts';

const RATE = 200;

/**
 * The release before (the last commit without the newest migration) serves; `npm run migrate` of this one runs under
 * load; then its processes are replaced by this one's.
 * @param from a commit, in place of that
 */
export async function drillUpgrade(from?: string): Promise<Row[]> {
  needPrograms('/usr/sbin/haproxy');
  const commit = from ?? commitBefore();
  const before = mkdtempSync(join(tmpdir(), 'inaam-before-'));
  const stage = await startStage().catch((error: unknown) => {
    rmSync(before, { recursive: true, force: true });
    throw error;
  });
  const apis: ApiProcess[] = [];
  let front: Front | undefined;
  try {
    process.stdout.write(`from ${commit.slice(0, 12)}\n`);
    buildRelease(commit, before);
    await runNode(before, ['apps/api/src/migrate.ts'], { DATABASE_URL: stage.url() });
    const furniture = JSON.parse(
      await runNode(before, ['--input-type=module', '-e', FURNISH], { URL_OF_DATABASE: stage.url() }),
    ) as Furniture;
    const start = async (release: string, ports?: ApiProcess['ports']) => {
      const options = { ...furniture, databaseUrl: stage.url(), release };
      const api = await startApi({ ...options, ...(ports && { ports }) });
      await api.ready();
      return api;
    };
    apis.push(await start(before), await start(before));
    front = await startHaproxy({ apis: apis.map(({ ports }) => ports) });
    const { origin } = front;
    const load = startLoad(() => origin, furniture, workOf(furniture), { rate: RATE });
    await sleep(2_000);
    const began = performance.now();
    await runNode(root, ['apps/api/src/migrate.ts'], { DATABASE_URL: stage.url() });
    process.stdout.write(`migrated in ${Math.round(performance.now() - began)} ms, under load\n`);
    await sleep(3_000);
    for (const [i, api] of apis.entries()) {
      await api.stop();
      apis[i] = await start(root, api.ports);
      await sleep(FOUND_MS);
    }
    await sleep(2_000);
    const books = { appOrigin: origin, databaseUrl: stage.url(), furniture };
    const row = await judged(`upgrade from ${commit.slice(0, 12)}`, load, books, NONE_FAILED);
    process.stdout.write(`${TABLE_HEAD}\n`);
    tell(row);
    return [row];
  } finally {
    await Promise.all(apis.map((api) => api.kill()));
    await front?.stop();
    await stage.stop();
    rmSync(before, { recursive: true, force: true });
  }
}

/** Run in the release's own folder, by its own rules. */
const FURNISH = `
  import { furnish } from './packages/testing/src/furnish.ts';
  console.log(JSON.stringify(await furnish(process.env.URL_OF_DATABASE)));
  process.exit(0);`;

const git = (...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Skipped('the release before is read from git, and its history is not here');
  return stdout.trim();
};

function commitBefore(): string {
  const folder = 'packages/db/src/migrations';
  const newest = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1);
  const commits = git('rev-list', '--first-parent', '--max-count=2000', 'HEAD').split('\n');
  const holds = (commit: string) =>
    spawnSync('git', ['cat-file', '-e', `${commit}:${folder}/${newest}`], { cwd: root }).status === 0;
  const before = commits.find((commit) => !holds(commit));
  if (before === undefined) throw new Skipped('no commit without the newest migration is in reach');
  return before;
}

/** The commit's tree with the packages that are installed here, and its api built. */
function buildRelease(commit: string, folder: string): void {
  const run = (program: string, args: string[], cwd = folder) => {
    const { status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 300_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  };
  run('sh', ['-c', `git -C '${root}' archive ${commit} | tar -x`]);
  const packages = ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => join(kind, name)),
  );
  for (const each of ['.', ...packages]) {
    const from = join(root, each, 'node_modules');
    // Links to files, since there are many; links between packages stay relative, and so lead to this release's own.
    if (existsSync(from)) run('cp', ['-al', from, join(folder, each, 'node_modules')], root);
  }
  // What a drill works on, as of now: releases before it have none.
  const furnish = 'packages/testing/src/furnish.ts';
  cpSync(join(root, furnish), join(folder, furnish));
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'apps/api', '--logLevel', 'error']);
}
