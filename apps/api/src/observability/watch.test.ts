import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ALERT_THRESHOLDS, type ProcessState, SIGN_IN_FAILURES } from '@inaam/contracts/insights/operations';
import { findWarnings, getOperationsMetrics } from '@inaam/core/insight/dashboard/queries';
import { sendTestPage } from '@inaam/core/insight/dashboard/send-test-page';
import { sealAudit } from '@inaam/core/office/audit/commands';
import { freePort } from '@inaam/db/embedded/server';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../test/support/api.ts';
import { Client } from '../test/support/client.ts';

let api: TestApi;
let port: number;
beforeAll(async () => {
  port = await freePort();
  api = await createTestApi({ METRICS_PORT: String(port), TRUST_PROXY: 'loopback' });
  await api.startMetricsServer();
});
afterAll(() => api.close());

const scrape = async (from = port) => (await fetch(`http://127.0.0.1:${from}/metrics`)).text();

/** Reads the value of the metric line that contains all parts. */
const value = (text: string, ...parts: string[]) =>
  text
    .split('\n')
    .find((line) => !line.startsWith('#') && parts.every((part) => line.includes(part)))
    ?.split(' ')
    .at(-1);

test('serves metrics of calls, the connection pool, jobs and the figures of the database', async () => {
  const network = await makeNetwork(api.core);
  const offer = await makeOffer(api.core);
  await completeOffer(api.core, network, await makeUser(api.core), offer.offer_id);
  await addStock(api.core, { amount: 5, count: 3 });
  await sendTestPage(api.core.as(anyAdmin));
  // A new process, because the job that reads the figures runs at the start and then every 15 s.
  const metricsPort = await freePort();
  const started = await api.startAnother({ METRICS_PORT: String(metricsPort) });
  await started.startMetricsServer();
  const { appHost } = started;
  await new Client(appHost).get('/api/offers.php');
  await new Client(appHost).get('/trpc/user.offers.list?input={}');
  await new Client(appHost).get('/trpc/user.vouchers.list');
  await new Client(appHost).get('/nowhere/at/all');
  // For the second call, the proxy writes a text that is not an IP address.
  const proxied = new Client(appHost, '127.0.0.1');
  for (const entry of ['203.0.113.8:4711', 'unknown']) await proxied.get('/terms', { 'x-forwarded-for': entry });
  const feedRun = ['inaam_job_last_success_timestamp_seconds', 'advance-change-feed'];
  await expect.poll(async () => value(await scrape(metricsPort), ...feedRun)).toMatch(/^[1-9]/);
  await expect
    .poll(async () => value(await scrape(metricsPort), 'inaam_vouchers_free', '"500"'), {
      timeout: 30_000,
      interval: 200,
    })
    .toBe('3');
  const text = await scrape(metricsPort);
  expect(Number(value(text, 'inaam_test_alert_requested_timestamp_seconds'))).toBeGreaterThan(1.7e9);
  const refused = [
    'inaam_http_request_duration_seconds_count',
    'host="app"',
    'route="/api/offers.php"',
    'status="401"',
  ];
  expect(value(text, ...refused)).toBe('1');
  // Procedures with a service level objective have their own label; the others share one.
  const routes = new Set([...text.matchAll(/_count\{[^}]*route="(\/trpc[^"]+)"/g)].map(([, route]) => route));
  expect([...routes].toSorted()).toEqual(['/trpc/:path', '/trpc/user.offers.list']);
  expect(text).not.toContain('/nowhere');
  expect(value(text, 'inaam_ready')).toBe('1');
  expect(value(text, 'inaam_caller_addresses_unreadable_total', 'host="app"')).toBe('1');
  expect(value(text, 'inaam_database_connections_max')).toBe('16');
  expect(Number(value(text, 'inaam_database_calls_total'))).toBeGreaterThan(10);
  expect(Number(value(text, ...feedRun))).toBeGreaterThan(1.7e9);
  expect(value(text, 'inaam_postbacks_last_minute', 'outcome="accepted"')).toBe('1');
  expect(value(text, 'nodejs_eventloop_lag_p99_seconds')).toBeDefined();
  await started.close();
}, 60_000);

test('serves metrics only on the metrics port, and nothing else on that port', async () => {
  for (const host of [api.appHost, api.adminHost]) {
    expect((await new Client(host).get('/metrics')).body).not.toMatch(/inaam_/);
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
});

test('logs one line per call, with the request id that the answer contains', async () => {
  const before = api.log.length;
  const query = '/api/offers.php?secret=of-somebody';
  const plain = await api.appHost.inject({ url: query, headers: { 'x-request-id': 'forged-by-a-stranger' } });
  // A trusted proxy forwards this call, so its request id is kept.
  const proxied = await api.appHost.inject({
    url: query,
    headers: { 'x-request-id': 'drawn-by-the-proxy', 'x-forwarded-for': '203.0.113.7', cookie: 'inaam_user=not-one' },
  });
  const lines = api.log.slice(before).filter(({ msg }) => msg === 'request');
  const line = { host: 'app', method: 'GET', route: '/api/offers.php', status: 401, ms: expect.any(Number) };
  expect(lines).toEqual([
    expect.objectContaining({ ...line, actor: 'anonymous', reqId: plain.headers['x-request-id'] }),
    expect.objectContaining({ ...line, actor: 'user', reqId: 'drawn-by-the-proxy' }),
  ]);
  expect(plain.headers['x-request-id']).not.toBe('forged-by-a-stranger');
  expect(proxied.headers['x-request-id']).toBe('drawn-by-the-proxy');
  for (const secret of ['of-somebody', 'not-one', '203.0.113.7']) expect(JSON.stringify(lines)).not.toContain(secret);
});

const ops = (file: string) => readFileSync(join(import.meta.dirname, '../../../../infra/ops/watch', file), 'utf8');

test('warns on the Operations page at the same thresholds as the alerts', async () => {
  const alerts = ops('alerts.yml');
  for (const [alert, limit] of Object.entries(ALERT_THRESHOLDS)) {
    const expression = new RegExp(`alert: ${alert}\\n +expr: (.*)`).exec(alerts)?.[1];
    expect(expression, alert).toMatch(new RegExp(`[<>] ${limit}$`));
  }
  expect(alerts).toContain(`kind=~"${SIGN_IN_FAILURES.join('|')}"`);

  const job = { name: 'judge', every_seconds: 30, last_seconds: 1, failures: 0 };
  const now = Date.parse('2026-07-19T12:00:00Z');
  const state = {
    ...api.services.processState(),
    started_at: '2026-07-19T09:00:00Z',
    connections: { used: 16, max: 16, waiting: 2 },
    jobs: [
      { ...job, last_success_at: '2026-07-19T11:59:00Z' },
      { ...job, name: 'seal', last_success_at: null },
    ],
  } as ProcessState;
  const figures = {
    ...(await getOperationsMetrics(api.core.kernel)),
    stock: [{ amount_paise: 500, free: 0, awarded: 3, owed: 1, owed_seconds: 3601 }],
    unjudged: 51,
    security: [
      { kind: 'sign_in_failed', count: 99 },
      { kind: 'locked_out', count: 2 },
      { kind: 'sign_in', count: 500 },
    ],
    feed: [{ consumer: 'figures', seconds: 60 }],
    replicas: [{ name: 'standby', seconds: 31 }],
    paused: ['spins'],
    spend: { hour: 1, usual_hour: null, ceiling_share: 1.2 },
    losing_offers: 2,
    books: [{ book: 'audit' as const, differences: 2, checked_seconds: 60, oldest_seconds: 86_401 }],
    partitions: [
      { table: 'security_event_details', days: 31 },
      { table: 'security_events', days: 30 },
    ],
    messages: { queued: 9, failed: 0, overdue_seconds: 901 },
  };
  const forecast = [{ amount: 5, available: 4, owed: 0, per_day: 2, days_left: 2, is_low: true }];
  expect(findWarnings(figures, forecast, state, now)).toEqual([
    { alert: 'PartPaused', figure: 1, of: 'spins' },
    { alert: 'SpendNearCeiling', figure: 1.2 },
    { alert: 'OddsLoseMoney', figure: 2 },
    { alert: 'BooksDiffer', figure: 2, of: 'audit' },
    { alert: 'BookCheckOverdue', figure: 86_401, of: 'audit' },
    { alert: 'WinsOwed', figure: 3601, of: '500' },
    { alert: 'StockLow', figure: 2, of: '500' },
    { alert: 'ReplicaLag', figure: 31, of: 'standby' },
    { alert: 'PartitionsMissing', figure: 30, of: 'security_events' },
    { alert: 'OutboxOverdue', figure: 901, of: 'messages' },
    { alert: 'PostbacksUnjudged', figure: 51 },
    { alert: 'SignInsFailing', figure: 101 },
    { alert: 'DatabasePoolSaturated', figure: 2 },
    { alert: 'JobStuck', figure: 10_800, of: 'seal' },
  ]);
});

test('reports the state of the process for the Operations page', async () => {
  const state = () => api.services.processState();
  await expect.poll(() => state()?.jobs.find(({ name }) => name === 'expire-vouchers')?.last_success_at).toBeTruthy();
  expect(state()?.memory_bytes).toBeGreaterThan(10_000_000);
  expect(state()?.connections.max).toBe(16);
  expect(state()?.database.calls).toBeGreaterThan(0);
});

test('exports every series that an alert or the dashboard uses', async () => {
  const served = new Set([...(await scrape()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  // Written by the backup job: infra/docs/runbooks/restore.md.
  served.add('inaam_backup_last_success_timestamp_seconds');
  const recorded = new Set([...ops('alerts.yml').matchAll(/record: (\S+)/g)].map(([, name]) => name));
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const named = [...ops(file).matchAll(/\b((?:inaam|nodejs|process)[_:][\w:]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(10);
    const isKnownMetric = (name: string) => recorded.has(name) || served.has(name.replace(/_(bucket|count|sum)$/, ''));
    expect(
      named.filter((name) => !isKnownMetric(name)),
      file,
    ).toEqual([]);
  }
});

test('has for every alert a section of the runbook and a test in which the alert fires', () => {
  const alerts = [...ops('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const runbook = readFileSync(join(import.meta.dirname, '../../../../infra/docs/runbooks/alerts.md'), 'utf8');
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  const fired = [...ops('alerts.test.yml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(8);
  expect(sections).toEqual(alerts);
  expect([...new Set(fired)].sort()).toEqual(alerts.toSorted());
});

test('posts the newest head of the audit log from any process until the receiver accepts it', async () => {
  const { database, services, url } = api.core;
  let stored = '';
  let status = 503;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    stored += await textOf(request);
    response.writeHead(status).end();
  };
  const receiver = createServer((request, response) => void receive(request, response));
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const secret = Buffer.from('bytes that a test signs with, 33.').toString('base64');
  const env = {
    AUDIT_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?key=of-the-path`,
    AUDIT_WEBHOOK_SECRET: `whsec_${secret}`,
    METRICS_PORT: String(await freePort()),
  };
  const actor = JSON.stringify({ kind: 'system', name: 'test' });
  await database.sql`select write_audit(${actor}::jsonb, 'offers.update', '1', null, null, null)`;
  // Open transactions of other tests delay seals.
  for (;;) {
    await sealAudit(services);
    const [row] = await database.sql<{ unsealed: number }[]>`
      select count(*)::int as unsealed from audit_log where id not in (select entry_id from audit_chain_links)`;
    if (row?.unsealed === 0) break;
    await setTimeout(50);
  }
  const before = api.log.length;
  const failures = () => api.log.slice(before).filter(({ job }) => job === 'post-audit-head');
  const first = await api.startAnother(env);
  await expect.poll(failures).toHaveLength(1);
  await first.close();
  const [sent] = stored.split('\n');
  expect(JSON.stringify(failures())).toContain('It answered with status 503');

  status = 200;
  await database.sql`update audit_head_receivers set next_post_at = now()`;
  const second = await api.startAnother(env);
  const listAcknowledged = async () =>
    database.sql`select acknowledged_seal from audit_head_receivers where acknowledged_seal is not null`;
  await expect.poll(listAcknowledged).toHaveLength(1);
  await second.close();
  receiver.close();
  expect(stored).toBe(`${sent}\n${sent}\n`);
  const logged = JSON.stringify(api.log);
  expect([logged.includes(secret), logged.includes('of-the-path')]).toEqual([false, false]);

  const dir = mkdtempSync(join(tmpdir(), 'inaam-heads-'));
  const verifyAudit = async (lines: string) => {
    writeFileSync(join(dir, 'heads'), lines);
    const command = [join(import.meta.dirname, '../verify-audit.ts'), '--heads', join(dir, 'heads')];
    const SECRETS_KEY = Buffer.from('a key of thirty-two bytes, no mo').toString('hex');
    const set = {
      MODE: 'demo',
      SANDBOX_SECRET: 'a secret of the sandbox',
      DATABASE_URL: url,
      SECRETS_KEY,
    };
    return promisify(execFile)(process.execPath, command, { env: set }).catch((error: { stdout: string }) => error);
  };
  try {
    expect((await verifyAudit(stored)).stdout).toBe('The audit log is unchanged.\n');
    const forged = stored.replaceAll(/"head":"./g, '"head":"x');
    expect((await verifyAudit(forged)).stdout).toMatch(/^seal \d+ is not the one that was published\n$/);
  } finally {
    rmSync(dir, { recursive: true });
  }
}, 90_000);
