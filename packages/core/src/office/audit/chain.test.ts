import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { SqlClient } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { sealAudit, verifyAudit } from './chain.ts';
import { HeadNotAcknowledged, parseHeads, postNewestHead, type SealedHead } from './heads.ts';
import { createAuditKeys } from './keys.ts';

/** The requests that the external receiver of audit heads has got, by path. */
const stored = new Map<string, { body: string; headers: Record<string, string> }[]>();
const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
let whenCalled: (() => void) | undefined;
const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  const received = { body: await text(request), headers: request.headers as Record<string, string> };
  stored.set(path, [...(stored.get(path) ?? []), received]);
  whenCalled?.();
  const { status, headers } = answers.get(path) ?? { status: 204 };
  if (status !== NO_ANSWER) response.writeHead(status, headers).end();
};
const receiver = createServer((request, response) => void receive(request, response));
const NO_ANSWER = 0;

let core: TestCore;
let known: SealedHead[];
/** IDs of six entries: the first three belong to the second seal, the last three to the third seal. */
let ids: number[];

/**
 * Seals all entries. Waits first for open transactions of other tests, because an entry that is written after the start
 * of an open transaction cannot be sealed yet.
 */
async function sealWhenEnded({ database, services }: TestCore): Promise<SealedHead[]> {
  for (;;) {
    const [row] = await database.sql<{ ended: boolean }[]>`
      select max(xid::text::bigint) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ended from audit_log`;
    if (row?.ended) return sealAudit(services);
    await setTimeout(20);
  }
}

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  core = await createTestCore();
  await core.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.create', subject: '0' }));
  const first = await sealWhenEnded(core);
  for (const batch of [1, 2]) {
    for (const n of [1, 2, 3]) {
      await core.kernel.write((tx) =>
        writeAuditEntry(tx, anyAdmin, {
          action: 'offers.update',
          subject: `${batch}${n}`,
          after: { n },
          note: `note ${n}`,
        }),
      );
    }
    first.push(...(await sealWhenEnded(core)));
  }
  known = first;
  const rows = await core.database.sql<{ id: number }[]>`
    select id from audit_log where action = 'offers.update' order by id`;
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await core.close();
});

class Undo extends Error {}
const GUARDED_TABLES = ['audit_log', 'audit_chain_links', 'audit_seals', 'audit_details'];

/** Returns what verification finds after the database owner makes a change, which is then rolled back. */
async function verifyAfter(work: (sql: SqlClient) => Promise<unknown>, heads = known): Promise<string | undefined> {
  let problem: string | undefined;
  await core.database.sql
    .begin(async (tx) => {
      for (const table of GUARDED_TABLES) await tx.unsafe(`alter table ${table} disable trigger user`);
      const sql = tx as unknown as SqlClient;
      await work(sql);
      problem = await verifyAudit(sql, { trusted: core.services.auditKeys.listTrustedKeys(), known: heads });
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return problem;
}

test('accepts an unchanged log, and seals each entry only once', async () => {
  expect(known.map(({ seal, entries }) => [seal, entries])).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
  expect(await sealAudit(core.services)).toEqual([]);
  expect(await verifyAfter(async () => {})).toBeUndefined();
});

test('signs with the audit log’s own key if one is set, and then trusts no key derived from SECRETS_KEY', async () => {
  const ownCore = await createTestCore();
  try {
    const key = new Uint8Array(Buffer.from('32 bytes of an audit key alone..'));
    const { secrets } = ownCore.services;
    const auditKeys = createAuditKeys({ secrets, auditSeeds: [key] });
    await ownCore.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: '1' }));
    await sealWhenEnded({ ...ownCore, services: { ...ownCore.services, auditKeys } });
    const verify = (trusted: readonly string[]) => verifyAudit(ownCore.database.sql, { trusted });
    expect(await verify(auditKeys.listTrustedKeys())).toBeUndefined();
    expect(await verify(createAuditKeys({ secrets }).listTrustedKeys())).toMatch(
      /^seal 1 is signed with an unknown key/,
    );
    // After a change of the key, the old public key is still trusted because it is listed.
    const [earlier = ''] = auditKeys.listTrustedKeys();
    const next = createAuditKeys({ secrets, auditSeeds: [key.toReversed()], earlier: [earlier] });
    expect(await verify(next.listTrustedKeys())).toBeUndefined();
  } finally {
    await ownCore.close();
  }
});

test('gives each entry exactly one position if several processes seal concurrently', async () => {
  const ownCore = await createTestCore();
  try {
    for (let n = 0; n < 5; n++) {
      await ownCore.kernel.write((tx) =>
        writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: String(n) }),
      );
    }
    const heads = await Promise.all(Array.from({ length: 4 }, () => sealWhenEnded(ownCore)));
    expect(heads.flat().map(({ entries }) => entries)).toEqual([5]);
    const [count] = await ownCore.database.sql`select count(*) from audit_chain_links`;
    expect(count).toEqual({ count: 5 });
    const trusted = ownCore.services.auditKeys.listTrustedKeys();
    expect(await verifyAudit(ownCore.database.sql, { trusted })).toBeUndefined();
  } finally {
    await ownCore.close();
  }
});

test('seals each entry once, also of a transaction with more entries than a seal has', async () => {
  const ownCore = await createTestCore();
  const write = (count: number) =>
    ownCore.database.sql`
      insert into audit_log (actor_kind, actor_name, action, subject)
      select 'system', 'test', 'offers.update', n::text from generate_series(1, ${count}::int) n`;
  try {
    await write(1);
    await write(4500);
    await write(2);
    const heads = await sealWhenEnded(ownCore);
    expect(heads.map(({ entries }) => entries)).toEqual([2000, 2000, 503]);
    await write(1);
    expect((await sealWhenEnded(ownCore)).map(({ entries }) => entries)).toEqual([1]);
    const trusted = ownCore.services.auditKeys.listTrustedKeys();
    expect(await verifyAudit(ownCore.database.sql, { trusted })).toBeUndefined();
    const [unlinked] = await ownCore.database.sql`
      select count(*) from audit_log a where not exists (select from audit_chain_links l where l.entry_id = a.id)`;
    expect(unlinked).toEqual({ count: 0 });
  } finally {
    await ownCore.close();
  }
});

test('keeps sealing new entries after somebody removed all links, which verification reports', async () => {
  const ownCore = await createTestCore();
  const write = (subject: string) =>
    ownCore.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject }));
  const { sql } = ownCore.database;
  try {
    await write('before');
    await sealWhenEnded(ownCore);
    await sql.begin(async (tx) => {
      await tx`alter table audit_chain_links disable trigger user`;
      await tx`delete from audit_chain_links`;
      await tx`alter table audit_chain_links enable trigger user`;
    });
    await write('after');
    expect(await sealWhenEnded(ownCore)).toHaveLength(1);
    expect(await sealAudit(ownCore.services)).toEqual([]);
    const [linked] = await sql`
      select count(*) from audit_chain_links l join audit_log a on a.id = l.entry_id where a.subject = 'after'`;
    expect(linked).toEqual({ count: 1 });
    const trusted = ownCore.services.auditKeys.listTrustedKeys();
    expect(await verifyAudit(sql, { trusted })).toMatch(/^seal 1 /);
  } finally {
    await ownCore.close();
  }
});

describe('tampering by the database owner', () => {
  const at = (n: number) => ids[n] ?? 0;
  const set = (n: number, change: string) => (sql: SqlClient) =>
    sql.unsafe(`update audit_log set ${change} where id = ${at(n)}`);
  const details = (n: number, change: string) => (sql: SqlClient) =>
    sql.unsafe(`update audit_details set ${change} where entry_id = ${at(n)}`);
  const describeAlteredDetails = (n: number) => () => `the details of entry ${at(n)} were altered`;
  const run = (statement: () => string) => (sql: SqlClient) => sql.unsafe(statement());
  const describeAlteredEntry = (n: number) => () => `entry ${at(n)} was altered`;

  test.each<[what: string, work: (sql: SqlClient) => Promise<unknown>, expected: () => string | RegExp]>([
    ['changes an action', (sql) => set(1, `action = 'offers.create'`)(sql), describeAlteredEntry(1)],
    ['changes a subject', (sql) => set(2, `subject = '99'`)(sql), describeAlteredEntry(2)],
    ['removes a subject', (sql) => set(0, 'subject = null')(sql), describeAlteredEntry(0)],
    ['changes the admin', (sql) => set(3, 'actor_id = 2')(sql), describeAlteredEntry(3)],
    ['changes the actor to the system', (sql) => set(3, `actor_kind = 'system'`)(sql), describeAlteredEntry(3)],
    ['changes the time by an hour', (sql) => set(1, `at = at - interval '1 hour'`)(sql), describeAlteredEntry(1)],
    [
      'changes the time by a microsecond',
      (sql) => set(1, `at = at + interval '1 microsecond'`)(sql),
      describeAlteredEntry(1),
    ],
    ['changes the state before', (sql) => set(4, `before = '{"n":0}'`)(sql), describeAlteredEntry(4)],
    ['changes the state after', (sql) => set(4, `after = '{"n":7}'`)(sql), describeAlteredEntry(4)],
    ['removes the state after', (sql) => set(4, 'after = null')(sql), describeAlteredEntry(4)],
    ['changes a note', (sql) => details(5, `note = 'Nothing'`)(sql), describeAlteredDetails(5)],
    ['adds a note to the entry itself', (sql) => set(5, `note = 'Nothing'`)(sql), describeAlteredEntry(5)],
    ['changes a name', (sql) => details(0, `actor_name = 'somebody else'`)(sql), describeAlteredDetails(0)],
    ['changes an IP address', (sql) => details(0, `ip = '192.0.2.1'`)(sql), describeAlteredDetails(0)],
    [
      'empties details as an erasure does',
      (sql) => details(2, 'actor_name = null, note = null, salt = null')(sql),
      describeAlteredDetails(2),
    ],
    [
      'removes details',
      (sql) => run(() => `delete from audit_details where entry_id = ${at(2)}`)(sql),
      describeAlteredDetails(2),
    ],
    [
      'changes details together with their hash',
      async (sql) => {
        await details(1, `note = 'Nothing'`)(sql);
        await run(
          () => `update audit_log a set details_hash = hash_audit_details(d) from audit_details d
            where d.entry_id = a.id and a.id = ${at(1)}`,
        )(sql);
      },
      describeAlteredEntry(1),
    ],
    [
      'removes an entry',
      (sql) => run(() => `delete from audit_log where id = ${at(2)}`)(sql),
      () => `entry ${at(2)} is missing`,
    ],
    [
      'removes the last entry',
      (sql) => run(() => `delete from audit_log where id = ${at(5)}`)(sql),
      () => `entry ${at(5)} is missing`,
    ],
    ['removes all entries', (sql) => run(() => 'delete from audit_log')(sql), () => /^entry \d+ is missing$/],
    [
      'swaps two entries',
      (sql) =>
        run(
          () => `update audit_log a set subject = b.subject from audit_log b
          where (a.id, b.id) in ((${at(0)}, ${at(1)}), (${at(1)}, ${at(0)}))`,
        )(sql),
      describeAlteredEntry(0),
    ],
    [
      'removes an entry and its link',
      (sql) =>
        run(() => `delete from audit_log where id = ${at(1)}; delete from audit_chain_links where entry_id = ${at(1)}`)(
          sql,
        ),
      () => 'the entry at position 3 is missing from the chain',
    ],
    [
      'inserts a backdated entry',
      (sql) =>
        run(
          () => `insert into audit_log (actor_kind, actor_name, action, at, xid)
          values ('admin', 'x', 'offers.update', now() - interval '1 day', '3')`,
        )(sql),
      () => /^entry \d+ was inserted afterwards$/,
    ],
    [
      'alters an entry and its link',
      async (sql) => {
        await set(3, `subject = 'x'`)(sql);
        await run(() => `update audit_chain_links set link = sha256(link) where entry_id = ${at(3)}`)(sql);
      },
      describeAlteredEntry(3),
    ],
    ['removes the last seal and its entries', (sql) => cutOff(sql), () => /^seal 3 is missing/],
    [
      'replaces the public key of a seal',
      (sql) => run(() => `update audit_seals set public_key = sha256('mine') where id = 2`)(sql),
      () => /^seal 2 is signed with an unknown key/,
    ],
    [
      'replaces a signature',
      (sql) => run(() => `update audit_seals set signature = sha512('x') where id = 3`)(sql),
      () => /^seal 3 is not signed/,
    ],
    [
      'changes the number of entries',
      (sql) => run(() => `update audit_seals set entries = 2 where id = 2`)(sql),
      () => /^seal 2 has 3 entries/,
    ],
    ['removes a seal', (sql) => run(() => `delete from audit_seals where id = 2`)(sql), () => 'seal 2 is missing'],
    ['fakes an erasure by an unsealed entry', (sql) => pretendErasure(sql), describeAlteredEntry(1)],
    ['rebuilds the chain after a change', (sql) => rebuildChain(sql), () => /^seal 2 is not signed/],
  ])('that %s is detected', async (_what, work, expected) => {
    const problem = await verifyAfter(work);
    const wanted = expected();
    if (typeof wanted === 'string') expect(problem).toBe(wanted);
    else expect(problem).toMatch(wanted);
  });

  test('that inserts an unsealed entry with an early ID is detected once the entry is 15 minutes old', async () => {
    expect(await verifyAfter((sql) => insertOld(sql, '14 minutes 50 seconds'))).toBeUndefined();
    expect(await verifyAfter((sql) => insertOld(sql, '15 minutes 10 seconds'))).toBe('entry 0 was inserted afterwards');
  });

  /** Inserts an unsealed entry whose ID is lower than those of sealed entries. */
  const insertOld = (sql: SqlClient, ago: string) => sql`
    insert into audit_log (id, actor_kind, actor_name, action, at) overriding system value
    values (0, 'admin', 'x', 'offers.update', now() - ${ago}::interval)`;
  const cutOff = async (sql: SqlClient) => {
    await sql`delete from audit_log where id in (select entry_id from audit_chain_links where seal_id = 3)`;
    await sql`delete from audit_chain_links where seal_id = 3`;
    await sql`delete from audit_seals where id = 3`;
  };
  const pretendErasure = async (sql: SqlClient) => {
    await sql`insert into audit_log (actor_kind, actor_name, action, after)
      values ('system', 'system', 'users.erase', jsonb_build_object('entries', jsonb_build_array(${at(1)}::bigint)))`;
    await set(1, `subject = 'x'`)(sql);
  };
  /** Changes an entry and rebuilds the whole chain, except the signatures, which cannot be forged. */
  const rebuildChain = async (sql: SqlClient) => {
    await set(0, `subject = 'x'`)(sql);
    const links = await sql<{ position: number; entry_hash: Buffer }[]>`
      select l.position, sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.actor_kind, a.actor_id,
        a.action, a.subject, a.before, a.after, a.note, encode(a.details_hash, 'hex'))::text, 'UTF8')) as entry_hash
      from audit_chain_links l join audit_log a on a.id = l.entry_id order by position`;
    let link = Buffer.alloc(32);
    for (const { position, entry_hash } of links) {
      link = createHash('sha256').update(link).update(entry_hash).digest();
      await sql`update audit_chain_links set link = ${link} where position = ${position}`;
    }
    await sql`update audit_seals s set head = (
      select link from audit_chain_links l where l.seal_id = s.id order by position desc limit 1)`;
  };
});

describe('the receiver of audit heads', () => {
  const SECRET = `whsec_${Buffer.from('bytes that a test signs with, 33.').toString('base64')}`;
  const origin = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const at = (path: string) => ({
    url: `${origin()}${path}`,
    secrets: [SECRET],
    rules: { trustedOrigin: origin() },
  });
  const post = (path: string, stop = new AbortController().signal) => postNewestHead(core, at(path), stop);
  const bodies = (path: string) => (stored.get(path) ?? []).map(({ body }) => body);
  const endPause = () => core.database.sql`update audit_head_receivers set next_post_at = now()`;

  test('gets the newest head once, signed and as a log line, and can detect a truncated log', async () => {
    const newest = known.at(-1);
    const posted = await Promise.all(Array.from({ length: 4 }, () => post('/takes')));
    expect(posted.filter((head) => head !== undefined)).toEqual([newest]);
    expect(await post('/takes')).toBeUndefined();
    expect(bodies('/takes')).toEqual([`${JSON.stringify({ auditSeal: newest })}\n`]);
    const [{ body, headers } = { body: '', headers: {} }] = stored.get('/takes') ?? [];
    expect(() => new Webhook(SECRET).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow();
    expect(headers['webhook-id']).toBe(`audit-seal-${newest?.seal}`);

    const heads = parseHeads(`{"msg":"another line"}\n${bodies('/takes').join('')}`);
    expect(await verifyAfter(async () => {}, heads)).toBeUndefined();
    const cutOff = async (sql: SqlClient) => {
      await sql`delete from audit_chain_links where seal_id = ${newest?.seal ?? 0}`;
      await sql`delete from audit_log where id not in (select entry_id from audit_chain_links)`;
      await sql`delete from audit_seals where id = ${newest?.seal ?? 0}`;
    };
    expect(await verifyAfter(cutOff, [])).toBeUndefined();
    expect(await verifyAfter(cutOff, heads)).toBe(`seal ${newest?.seal} is missing: the end of the log was cut off`);
  });

  test('gets retries from one process at a time until it accepts the head, while sealing continues', async () => {
    const ownCore = await createTestCore();
    try {
      const write = () =>
        ownCore.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: '1' }));
      const ownPost = () => postNewestHead(ownCore, at('/refuses'), new AbortController().signal);
      const endOwnPause = () => ownCore.database.sql`update audit_head_receivers set next_post_at = now()`;
      expect(await ownPost()).toBeUndefined();
      await write();
      await sealWhenEnded(ownCore);
      answers.set('/refuses', { status: 500 });
      await expect(ownPost()).rejects.toThrow(
        new HeadNotAcknowledged('The receiver of audit heads did not accept seal 1: It answered with status 500'),
      );
      // During the pause, another process does not send the head, but it also reports the failure.
      await expect(ownPost()).rejects.toThrow('The receiver of audit heads has not accepted seal 1 yet');
      expect(bodies('/refuses')).toHaveLength(1);
      const [pause] = await ownCore.database.sql<{ seconds: number }[]>`
        select extract(epoch from next_post_at - now())::float8 as seconds from audit_head_receivers`;
      expect(pause?.seconds).toBeGreaterThan(20);
      expect(pause?.seconds).toBeLessThanOrEqual(50);
      await endOwnPause();
      await expect(ownPost()).rejects.toThrow(HeadNotAcknowledged);
      await write();
      const [second] = await sealWhenEnded(ownCore);
      answers.set('/refuses', { status: 202 });
      await endOwnPause();
      expect(await ownPost()).toEqual(second);
      expect(await ownPost()).toBeUndefined();
      expect(parseHeads(bodies('/refuses').join('')).map(({ seal }) => seal)).toEqual([1, 1, 2]);
      // After the success, the next head is sent without a pause.
      await write();
      const [third] = await sealWhenEnded(ownCore);
      expect(await ownPost()).toEqual(third);
    } finally {
      await ownCore.close();
    }
  });

  test('cannot redirect us, and no error message reveals its URL', async () => {
    answers.set('/moved?key=of-the-path', { status: 307, headers: { location: `${origin()}/elsewhere` } });
    await expect(post('/moved?key=of-the-path')).rejects.toThrow(/seal 3: It answered with status 307$/);
    expect(bodies('/elsewhere')).toEqual([]);
    const inside = { ...at('/inside?key=of-the-path'), rules: { trustedOrigin: undefined } };
    const refused = await postNewestHead(core, inside, new AbortController().signal).catch((error: Error) => error);
    expect(refused).toEqual(
      new HeadNotAcknowledged('The receiver of audit heads did not accept seal 3: The address must be https'),
    );
    expect(bodies('/inside?key=of-the-path')).toEqual([]);
  });

  test('that does not answer does not delay a shutdown, and still gets the head afterwards', async () => {
    answers.set('/hangs', { status: NO_ANSWER });
    const stop = new AbortController();
    whenCalled = () => stop.abort();
    await expect(post('/hangs', stop.signal)).rejects.toThrow();
    whenCalled = undefined;
    expect(await post('/hangs')).toBeUndefined();
    answers.delete('/hangs');
    await endPause();
    expect(await post('/hangs')).toEqual(known.at(-1));
  });
});
