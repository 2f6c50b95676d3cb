import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeWinner } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import type { Answer, Client } from './support/client.ts';
import { registerUser, signInAdmin } from './support/people.ts';
import { listRoutes } from './support/registered-routes.ts';

/** HEAD answers with the status and headers of GET, and changes nothing. */

let api: TestApi;
let clients: Record<'appHost' | 'adminHost', Client>;
let winner: number;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'off' }, { jobs: false });
  clients = { appHost: (await registerUser(api.appHost)).client, adminHost: (await signInAdmin(api)).client };
  // The lists must contain voucher codes, because reading codes writes an audit entry.
  await addStock(api.core, { amount: 5, count: 2 });
  ({ id: winner } = (await makeWinner(api.core, await makeNetwork(api.core), 5)).user);
  await waitForChangeFeed(api.core);
  // The security events of the sign-ins are written asynchronously.
  await api.services.securityEventLog.whenWritten();
});
afterAll(() => api.close());

/** Tables that any call of a user may change. */
const ACTIVITY = ['rate_limits', 'user_activity_hours'];

async function countRows(): Promise<Record<string, number>> {
  const { sql } = api.core.database;
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all (${ACTIVITY})`;
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  const rows = await sql.unsafe<{ name: string; rows: number }[]>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

/** Public paths that `listRoutes` omits, and calls whose query changes their effect. */
const furtherPaths = {
  appHost: ['/healthz', '/readyz', '/login', '/icon.svg', '/index.html', '/manifest.webmanifest', '/nowhere'],
  adminHost: [
    '/api/admin/users.php?user_id=WINNER',
    '/api/admin/vouchers.php?codes=masked',
    '/api/admin/vouchers.php?page=x',
    '/export/vouchers.csv?codes=plain&reason=checked',
    '/export/conversions.csv?codes=plain&reason=checked',
    '/export/offers.csv?sortBy=total_revenue',
    '/export/offers.csv?status=unknown',
    '/export/nothing.csv',
  ],
};

const queries: Record<string, string> = {
  '/export/draws.csv': '?day=2026-07-19',
  '/export/statement-differences.csv': '?statement_id=1',
};

const listPaths = (host: 'appHost' | 'adminHost'): string[] => [
  ...listRoutes(api[host])
    .filter((route) => route.startsWith('GET ') && !route.includes('/postback/'))
    .map((route) => route.slice('GET '.length))
    .map((path) => path + (queries[path] ?? '')),
  ...furtherPaths[host].map((path) => path.replace('WINNER', String(winner))),
];

/** Headers that differ from call to call, or that only answers with a body have. */
const IGNORED_HEADERS = new Set(['date', 'x-request-id', 'content-length', 'transfer-encoding']);
const getComparable = ({ headers }: Answer) => Object.entries(headers).filter(([name]) => !IGNORED_HEADERS.has(name));

test.each(['appHost', 'adminHost'] as const)('answers HEAD like GET, and changes no data, on %s', async (host) => {
  for (const path of listPaths(host)) {
    const before = await countRows();
    const head = await clients[host].send('HEAD', path);
    expect([path, await countRows()]).toEqual([path, before]);
    const got = await clients[host].get(path);
    const { 'content-length': length } = head.headers;
    expect([path, head.status, head.body, getComparable(head)]).toEqual([path, got.status, '', getComparable(got)]);
    // A streamed answer has no Content-Length.
    if (length !== undefined) expect([path, length]).toEqual([path, got.headers['content-length']]);
  }
});

test('writes an audit entry for a GET of a CSV export, and for a GET of voucher codes', async () => {
  for (const path of ['/export/offers.csv', '/api/admin/vouchers.php']) {
    const before = await countRows();
    await clients.adminHost.get(path);
    const after = await countRows();
    expect([path, (after['audit_log'] ?? 0) - (before['audit_log'] ?? 0)]).toEqual([path, 1]);
  }
});
