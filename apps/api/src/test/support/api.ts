import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type SchemaVersion, schemaVersion } from '@inaam/db/migrate';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { TEST_HASHING } from '@inaam/testing/services';
import { pino } from 'pino';
import { type Api, createApi } from '../../api.ts';
import { logOptions } from '../../log.ts';
import type { Tracing } from '../../observability/tracing.ts';
import { readSettings } from '../../settings.ts';

/** The production api over a test database, with a readable log. */
export interface TestApi extends Api {
  core: TestCore;
  /** Parsed log lines. */
  log: Record<string, unknown>[];
  /** Starts another api over the same database, like a second process. */
  startAnother(
    env?: NodeJS.ProcessEnv,
    schema?: SchemaVersion,
    options?: { isOpen?: boolean; maxReadLagMs?: number },
  ): Promise<Api>;
}

export const DOCUMENT = '<!doctype html><title>the web app</title>';

/** Without mail, verification is off; tests of mail configure a server. */
const demo = { MODE: 'demo', SANDBOX_SECRET: 'a secret of the sandbox', LOG_LEVEL: 'info', MAIL: 'off' };

/**
 * @param env settings in addition to those of a demo
 * @param options `realHashes`: password hashes as slow as in production, for tests that measure their time. `database`:
 * an existing database; the api connects to `through`, with one connection and without jobs, and factories connect to
 * `url`. `jobs`: false for tests that check only answers, because starting the jobs takes 0.3 s of processor time
 */
export async function createTestApi(
  env: NodeJS.ProcessEnv = {},
  {
    realHashes = false,
    database,
    jobs = database === undefined,
    tracing,
  }: { realHashes?: boolean; database?: { url: string; through: string }; jobs?: boolean; tracing?: Tracing } = {},
): Promise<TestApi> {
  const core = await createTestCore(database && { url: database.url });
  const root = mkdtempSync(join(tmpdir(), 'inaam-web-'));
  const webApps = { user: join(root, 'user'), admin: join(root, 'admin') };
  for (const app of Object.values(webApps)) {
    mkdirSync(join(app, 'assets'), { recursive: true });
    writeFileSync(join(app, 'index.html'), DOCUMENT);
    writeFileSync(join(app, 'assets', 'app-4f2a.js'), 'export {};\n');
    writeFileSync(join(app, 'assets', 'app-4f2a.js.map'), '{"sourcesContent":["// a comment of ours"]}');
    writeFileSync(join(app, 'assets', 'app-4f2a.js.br'), brotliCompressSync('export {};\n'));
    const preload = {
      '/': ['/assets/offers.js', '/trpc/user.offers.list?batch=1&input=%7B%7D'],
      '/login': { en: ['/assets/login.js', '/assets/en.js'], hi: ['/assets/login.js', '/assets/hi.js'] },
    };
    writeFileSync(join(app, 'preload.json'), JSON.stringify(preload));
    writeFileSync(join(app, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  }
  writeFileSync(join(webApps.user, 'sw.js'), 'self;\n');
  writeFileSync(join(webApps.user, 'sw.js.map'), '{}');
  writeFileSync(join(webApps.user, 'manifest.webmanifest'), '{"name":"Built","short_name":"Built","start_url":"/"}\n');
  const log: Record<string, unknown>[] = [];
  const logger = pino(logOptions({ logLevel: 'info' }), { write: (line: string) => log.push(JSON.parse(line)) });
  const apis: Api[] = [];
  const startAnother = async (
    more: NodeJS.ProcessEnv = {},
    schema = schemaVersion(),
    options: Parameters<TestApi['startAnother']>[2] = {},
  ) => {
    const { isOpen = true, maxReadLagMs } = options;
    const settings = readSettings({ ...demo, ...env, ...more });
    const api = await createApi({
      settings,
      databaseUrl: database?.through ?? core.url,
      secrets: core.services.secrets,
      log: logger,
      webApps,
      schema,
      ...(database && { connections: 1 }),
      jobs,
      tracing,
      ...(maxReadLagMs !== undefined && { maxReadLagMs }),
      ...(!realHashes && { hashing: TEST_HASHING }),
    });
    apis.push(api);
    if (isOpen) await api.open();
    return api;
  };
  const api = await startAnother();
  return {
    ...api,
    core,
    log,
    startAnother,
    async close() {
      await Promise.all(apis.map((each) => each.close()));
      await core.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
