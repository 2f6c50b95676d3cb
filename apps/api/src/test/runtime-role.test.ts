import { advanceChangeFeed } from '@inaam/core/kernel/change-feed/advance';
import { deleteDueAccounts } from '@inaam/core/people/account/commands';
import { type Database, openDatabase, type SqlClient } from '@inaam/db/client';
import { SUPERUSER } from '@inaam/db/embedded/cluster';
import { grantRuntime, listMissingLimits, setRoleLimits } from '@inaam/db/roles';
import { createTestDatabase } from '@inaam/testing/database';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { STATEMENT_TIMEOUT } from '../settings.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser } from './support/people.ts';

/** Runs the api as a role that owns nothing, over connections without session settings. */
const ROLE = `runtime_${process.pid}`;

/** True if the tests use the schema for a distributed engine (decision 0027), which has no partitions. */
const { asOnEngine } = inject('postgres');

const open = (url: string) => openDatabase(url, { max: 1, statementTimeout: 5_000, prepare: false });

let database: { url: string; drop(): Promise<void> };
let runtimeUrl: string;
let superuser: Database;
let admin: SqlClient;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  const as = (role: string) => Object.assign(new URL(database.url), { username: role }).href;
  // Connects to another database, because the test's database is dropped at the end.
  superuser = open(Object.assign(new URL(as(SUPERUSER)), { pathname: '/postgres' }).href);
  admin = superuser.sql;
  await admin`create role ${admin(ROLE)} login`;
  // In a deployment on the distributed engine, the search path is a setting of the database. Tests set it for each
  // role, because copies of a database do not inherit its settings.
  if (asOnEngine) await admin`alter role ${admin(ROLE)} set search_path = public, engine, pg_catalog`;
  const { sql: owner, close } = open(database.url);
  await grantRuntime(owner, ROLE);
  // The database's owner cannot alter the role.
  await expect(setRoleLimits(owner, ROLE, STATEMENT_TIMEOUT)).rejects.toThrow(
    /^an administrator of the role runtime_\d+ has to run: alter role "runtime_\d+" in database .* set statement_timeout = 6000; /,
  );
  await close();
  runtimeUrl = as(ROLE);
  api = await createTestApi({ DATABASE_PREPARE: 'off' }, { database: { url: database.url, through: runtimeUrl } });
});
afterAll(async () => {
  await api.close();
  await database.drop();
  await admin`drop owned by ${admin(ROLE)}`.catch(() => {});
  await admin`drop role if exists ${admin(ROLE)}`.catch(() => {});
  await superuser.close();
});

test('the runtime role suffices for a sign-up, a completion, a spin and the change feed', async () => {
  const network = await makeNetwork(api.core);
  const { id: networkId } =
    (await api.core.database.sql<{ id: number }[]>`select max(id) as id from networks`)[0] ?? {};
  await addStock(api.core, { amount: 5, count: 3 });
  await registerUser(api.appHost);
  const user = await makeUser(api.core);
  const { cookie } = await api.services.userSessions.create(user.id, { ip: null, userAgent: null });
  const client = new Client(api.appHost);
  client.cookies.set(cookie.name, cookie.value);
  // One spin in a thousand loses, so the test spins up to three times until a spin wins and takes a voucher.
  const rewards: string[] = [];
  while (rewards.length < 3 && !rewards.includes('voucher_5')) {
    const offer = await makeOffer(api.core, { spinner_config: nearlyCertainOdds(5), network_id: networkId });
    expect((await client.post('/api/click-offer.php', { offerId: offer.offer_id })).status).toBe(200);
    await completeOffer(api.core, network, user, offer.offer_id);
    const spin = await client.post('/api/spin.php', { offerId: offer.offer_id, clientSeed: 'mine' });
    expect(spin.status).toBe(200);
    rewards.push(spin.body.rewardType);
  }
  expect(rewards).toContain('voucher_5');
  await advanceChangeFeed(api.services.kernel);
  const [spinCount] = await api.core.database.sql`select count(*)::int as n from spins`;
  expect(spinCount).toEqual({ n: rewards.length });
});

test('the runtime role can erase a deleted user, also in the audit log', async () => {
  const user = await makeUser(api.core);
  const { sql } = api.core.database;
  const actor = JSON.stringify({ kind: 'user', id: user.id, name: user.email, ip: '192.0.2.44' });
  await sql`select write_audit(${actor}::jsonb, 'vouchers.use', '1', null, null, ${`note of ${user.email}`})`;
  await sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${user.id}`;
  expect(await deleteDueAccounts(api.services)).toBe(1);
  const entries = await sql`
    select actor_name, ip, note from audit_entries where actor_kind = 'user' and actor_id = ${user.id}`;
  const name = `deleted user ${user.id}`;
  expect(entries).toEqual([{ actor_name: name, ip: null, note: `note of ${name}` }]);
});

const partitionStatements = [
  'drop table security_events_default',
  'create table mine partition of security_events for values from (maxvalue) to (maxvalue)',
  "select maintain_partitions_at('2131-01-01', 400)",
];

test('the runtime role cannot change the schema or append-only tables, but can set its own limits', async () => {
  const first = open(runtimeUrl);
  const { sql } = first;
  for (const statement of [
    'create table mine (n int)',
    'alter table users add column mine int',
    'drop table audit_log',
    'delete from audit_log',
    "update audit_log set action = 'nothing'",
    'truncate users',
    ...(asOnEngine ? [] : partitionStatements),
    'delete from drizzle.__drizzle_migrations',
  ]) {
    await expect(sql.unsafe(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  expect(await listMissingLimits(sql, STATEMENT_TIMEOUT)).toHaveLength(3);
  // A role may set its own limits.
  await setRoleLimits(sql, ROLE, STATEMENT_TIMEOUT);
  await first.close();
  const again = open(runtimeUrl);
  expect(await listMissingLimits(again.sql, STATEMENT_TIMEOUT)).toEqual([]);
  await again.close();
});

test.skipIf(asOnEngine)('the runtime role can create partitions through maintain_partitions', async () => {
  const { sql: owner } = api.core.database;
  const listPartitions = () => owner`select name from partitions() where not is_default order by 1`;
  const before = await listPartitions();
  const newest = before
    .map((row) => String(row['name']))
    .filter((name) => name.startsWith('security_events_2'))
    .at(-1);
  await owner.unsafe(`drop table ${newest}`);
  const runtime = open(runtimeUrl);
  const [row] = await runtime.sql`select maintain_partitions(400) as done`;
  await runtime.close();
  expect(row?.['done']).toContain(`made ${newest}`);
  expect(await listPartitions()).toEqual(expect.arrayContaining(before));
});

test('the runtime role can flush the search index of postbacks', async () => {
  const runtime = open(runtimeUrl);
  const [row] = await runtime.sql`select flush_postback_search_index() as pages`;
  await runtime.close();
  expect(Number(row?.['pages'])).toBeGreaterThanOrEqual(0);
});
