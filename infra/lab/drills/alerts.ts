import { spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@inaam/db/embedded/server';
import postgres, { type Sql } from 'postgres';
import { type Furniture, furnish } from '../furnish.ts';
import { type ApiProcess, root, startApi } from './harness/api-process.ts';
import { accountOf, type Daemon, startDaemon, until } from './harness/daemon.ts';
import { BIN, type DebianPostgres, startDebianPostgres, startDebianServer } from './harness/debian-postgres.ts';
import { atEnd } from './harness/ends.ts';
import { needPrograms } from './harness/programs.ts';
import type { Row } from './harness/report.ts';
import { runNode } from './harness/run-node.ts';

const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const PATIENCE = 180_000;

/** What the drill acts on. */
interface Scene {
  api: ApiProcess;
  late: ApiProcess;
  furniture: Furniture;
  server: DebianPostgres;
  owner: Sql;
  /** From here on nobody tells of backups. */
  endBackups(): void;
  /** The alerts that fire now. */
  firing(): Promise<Set<string>>;
}

/**
 * Every alert of infra/ops/watch/alerts.yml is fired once, by a real Prometheus from the metrics of a real process to
 * which happens what the alert is for. Waiting times and windows are seconds in place of minutes; limits are the
 * file's.
 */
export async function drillAlerts(): Promise<Row[]> {
  needPrograms('/usr/bin/prometheus', '/usr/lib/postgresql/15/bin/postgres', LIBFAKETIME);
  const folder = mkdtempSync(join(tmpdir(), 'inaam-alerts-'));
  chmodSync(folder, 0o755);
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    undone();
    for (const each of undo.toReversed()) await each();
  };
  const undone = atEnd(stop);
  try {
    const server = await startDebianPostgres();
    undo.push(() => server.stop());
    const superuser = postgres({
      host: server.sockets,
      port: server.port,
      user: 'postgres',
      database: 'inaam',
      max: 1,
    });
    // As the runbook of deployment says: without it the role does not see how late standbys are.
    await superuser`grant pg_monitor to inaam_app`;
    await superuser.end();
    const urls = { DATABASE_URL: server.url('inaam_app', 'inaam'), DATABASE_MIGRATE_URL: server.url('inaam', 'inaam') };
    await runNode(root, ['apps/api/src/migrate.ts'], urls);
    const furniture = await furnish(urls.DATABASE_MIGRATE_URL, { codes: 20 });
    const standby = await startLateStandby(server, folder);
    undo.push(() => standby.end('SIGINT'));
    const start = async (env: Record<string, string>) => {
      const metrics = await freePort();
      const api = await startApi({
        ...furniture,
        databaseUrl: urls.DATABASE_URL,
        env: { METRICS_PORT: String(metrics), ...env },
      });
      undo.push(() => api.kill());
      await api.ready();
      return { api, metrics };
    };
    // A standby that nobody answers at.
    const first = await start({ DATABASE_READ_URL: server.url('inaam_app', 'inaam', await freePort()) });
    // One whose clock is three hours behind: its jobs ended well three hours ago.
    const second = await start({ LD_PRELOAD: LIBFAKETIME, FAKETIME: '-3h', FAKETIME_DONT_FAKE_MONOTONIC: '1' });
    const backups = await serveOldBackup();
    undo.push(async () => backups.close());
    const port = (backups.address() as AddressInfo).port;
    const prometheus = await startPrometheus(folder, [first.metrics, second.metrics], port);
    undo.push(() => prometheus.daemon.end('SIGKILL'));
    const owner = postgres(urls.DATABASE_MIGRATE_URL, { max: 4, onnotice: () => {} });
    undo.push(() => owner.end({ timeout: 1 }));
    const endBackups = () => {
      backups.close();
      backups.closeAllConnections();
    };
    const { firing } = prometheus;
    const scene = { api: first.api, late: second.api, furniture, server, owner, endBackups, firing };
    const fired = await provoke(scene);
    const all = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const missing = all.filter((name) => !fired.has(name));
    process.stdout.write(`fired: ${all.filter((name) => fired.has(name)).join(', ')}\n`);
    for (const name of missing) process.stdout.write(`    PROBLEM: ${name} did not fire\n`);
    const problems = missing.map((name) => `${name} did not fire`);
    return [{ name: `${fired.size} alerts`, calls: 0, statuses: {}, lost: 0, doubled: 0, longest: 0, problems }];
  } finally {
    await stop();
  }
}

/** Lets happen one thing after the other. @returns every alert that fired meanwhile */
async function provoke({ api, late, furniture, server, owner, endBackups, firing }: Scene): Promise<Set<string>> {
  const fired = new Set<string>();
  const seen = async (...names: string[]) => {
    for (const name of await firing()) fired.add(name);
    return names.every((name) => fired.has(name));
  };
  /** Until these fire, or for as long as they may take; what is missing is told in the end. */
  const wait = async (names: string[], patience = PATIENCE, again: () => Promise<unknown> = async () => {}) => {
    const end = performance.now() + patience;
    while (!(await seen(...names)) && performance.now() < end) {
      await again();
      await sleep(500);
    }
    process.stdout.write(`${names.join(', ')}: ${(await seen(...names)) ? 'fired' : 'NOT fired'}\n`);
  };
  const [person] = furniture.people;
  if (!person) throw new Error('people were furnished');
  const headers = { cookie: person.cookie, 'x-forwarded-for': person.address };
  const ask = (path: string) =>
    fetch(`${api.appOrigin}${path}`, { headers, signal: AbortSignal.timeout(15_000) }).then(
      async (answer) => void (await answer.arrayBuffer()),
      () => undefined,
    );
  const offers = () => ask('/api/offers.php');
  let turn = 0;
  const click = () =>
    fetch(`${api.appOrigin}/api/click-offer.php`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ offerId: furniture.offers[turn++ % furniture.offers.length] }),
      signal: AbortSignal.timeout(15_000),
    }).then(
      async (answer) => void (await answer.arrayBuffer()),
      () => undefined,
    );
  await wait(['JobStuck', 'FiguresOld', 'ReadReplicaUnused', 'BackupOld']);

  // What lies in the tables: months that are missing, an hour's wait for a voucher, an empty stock.
  const months = await owner<{ name: string }[]>`
    select name from partitions() where parent = 'messages' and first_at > now()`;
  for (const { name } of months) await owner.unsafe(`drop table ${name}`);
  const { slug, secret } = furniture.network;
  const forge = async () => {
    const query = `click_id=${randomUUID()}&transaction_id=${randomUUID()}&status=approved`;
    const signature = createHmac('sha256', `not ${secret}`).update(query).digest('hex');
    for (let i = 0; i < 4; i++) await ask(`/postback/${slug}?${query}&n=${i}&signature=${signature}`);
  };
  const attempts = () =>
    owner`select write_security_events(${owner.json([{ kind: 'sign_in_failed', realm: 'user', count: 150 }])})`;
  const superuser = postgres({ host: server.sockets, port: server.port, user: 'postgres', database: 'inaam', max: 1 });
  await superuser.begin(async (tx) => {
    // Without the checks that such rows came about as they do.
    await tx`set local session_replication_role = replica`;
    await tx`insert into owed_wins (completion_id, amount_paise, owed_since) values (1, 700, now() - interval '2 hours')`;
  });
  await superuser.end();
  await wait(['MonthsMissing', 'WinsOwed']);
  const wins = () => owner`update voucher_counts set awarded = awarded + 100 where amount_paise > 0`;
  await wait(['PostbacksRefused', 'SignInsRefused', 'StockLow'], PATIENCE, async () => {
    await forge();
    await attempts();
    await wins();
    await sleep(3_000);
  });

  // A transaction that stays open holds the feed back, and calls that nobody can judge; one a message nobody can send.
  await owner`
    insert into postbacks (slug, retry_key, method, raw_query, raw_body, received_at)
    select ${slug}, 'drill ' || n, 'GET', '', '', now() from generate_series(1, 60) n`;
  await owner`
    insert into messages (kind, fact_key, recipient, due_at)
    values ('spin_ready', 'drill', 'drill@example.invalid', now() + interval '1 hour')`;
  await owner.begin(async (open) => {
    await open`select pg_current_xact_id()`;
    await open`select id from postbacks where retry_key like 'drill %' for update`;
    await wait(['PostbacksUnjudged', 'FeedBehind', 'ReplicaBehind'], PATIENCE, click);
  });
  await owner`
    update messages set due_at = now() - interval '20 minutes', status = 'queued', settled_at = null
    where fact_key = 'drill'`;
  await owner.begin(async (open) => {
    await open`select id from messages where fact_key = 'drill' for update`;
    await wait(['OutboxOverdue']);
  });

  // Calls that wait, fail, are refused, and find nobody.
  const crowd = () => Promise.all(Array.from({ length: 40 }, offers));
  for (let round = 0; round < 6 && !(await seen('CallsSlow', 'DatabaseWaiting')); round++) {
    await owner.begin(async (tx) => {
      await tx`lock table user_sessions in access exclusive mode`;
      const answers = crowd();
      await wait(['DatabaseWaiting'], 4_000);
      void answers.catch(() => {});
    });
    await wait(['CallsSlow', 'DatabaseWaiting'], 6_000);
  }
  await owner`alter table user_sessions rename to user_sessions_away`;
  await wait(['CallsFail'], 60_000, offers);
  await owner`alter table user_sessions_away rename to user_sessions`;
  await server.daemon.end('SIGINT');
  await wait(['ApiNotReady', 'CallsUnavailable'], PATIENCE, offers);
  await Promise.all([api.kill(), late.kill()]);
  await wait(['ApiDown', 'ProcessDown']);
  endBackups();
  await wait(['BackupUnknown']);
  return fired;
}

/** A standby that replays what it gets ten minutes later. */
async function startLateStandby(of: DebianPostgres, folder: string): Promise<Daemon> {
  const account = accountOf('postgres');
  const data = join(of.data, '..', 'standby');
  const { status, stderr } = spawnSync(
    join(BIN, 'pg_basebackup'),
    ['-h', of.sockets, '-p', String(of.port), '-U', 'postgres', '-D', data, '-R', '-c', 'fast'],
    { ...account, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, encoding: 'utf8', timeout: PATIENCE },
  );
  if (status !== 0) throw new Error(`pg_basebackup: ${stderr}`);
  appendFileSync(join(data, 'postgresql.auto.conf'), "recovery_min_apply_delay = '10min'\n");
  const port = await freePort();
  return startDebianServer({ data, sockets: of.sockets, port, settings: ['hot_standby=on'], isStandby: true });
}

/** Serves what the backup timers leave for the node exporter, of a backup that is 27 hours old. */
async function serveOldBackup(): Promise<Server> {
  const at = Math.round(Date.now() / 1000) - 27 * 3600;
  const served = createServer((_, response) =>
    response.setHeader('content-type', 'text/plain').end(`inaam_backup_last_success_timestamp_seconds ${at}\n`),
  );
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  return served;
}

const ALERTS = join(root, 'infra', 'ops', 'watch', 'alerts.yml');

async function startPrometheus(folder: string, metrics: number[], backups: number) {
  const rules = readFileSync(ALERTS, 'utf8')
    .replaceAll(/for: \d+[mh]/g, 'for: 1s')
    .replaceAll(/\[5m\]/g, '[20s]')
    .replaceAll(/\[7d\]/g, '[20s]');
  writeFileSync(join(folder, 'alerts.yml'), rules);
  const jobs = { inaam: metrics, backups: [backups] };
  const scrape = Object.entries(jobs).map(
    ([job, ports]) =>
      `  - job_name: ${job}\n    static_configs:\n      - targets: [${ports.map((each) => `'127.0.0.1:${each}'`).join(', ')}]\n`,
  );
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    'global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s\n' +
      `rule_files: [alerts.yml]\nscrape_configs:\n${scrape.join('')}`,
  );
  const port = await freePort();
  const daemon = startDaemon(
    '/usr/bin/prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { cwd: folder },
  );
  const firing = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`, { signal: AbortSignal.timeout(5_000) });
    const { data } = (await answer.json()) as { data: { alerts: { state: string; labels: { alertname: string } }[] } };
    return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
  };
  const isThere = () =>
    firing().then(
      () => true,
      () => false,
    );
  await until('Prometheus answers', isThere, 60_000, [daemon]);
  return { daemon, firing };
}
