import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { MoveSql } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAuditEntry } from '../../kernel/audit.ts';
import { getAuditPublicKey, sealAudit, verifyAudit } from './chain.ts';
import { HeadNotAcknowledged, parseHeads, postNewestHead, type SealedHead } from './heads.ts';

/** Who keeps heads: what came to each path, as it came, and what is answered there. */
const stored = new Map<string, { body: string; headers: Record<string, string> }[]>();
const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
let whenCalled: (() => void) | undefined;
const keep = async (request: IncomingMessage, response: ServerResponse) => {
  const path = request.url ?? '';
  const came = { body: await text(request), headers: request.headers as Record<string, string> };
  stored.set(path, [...(stored.get(path) ?? []), came]);
  whenCalled?.();
  const { status, headers } = answers.get(path) ?? { status: 204 };
  if (status !== SILENT) response.writeHead(status, headers).end();
};
const receiver = createServer((request, response) => void keep(request, response));
const SILENT = 0;

let core: TestCore;
let known: SealedHead[];
/** The ids of what was written: three in the first seal, three in the second. */
let ids: number[];

/** Transactions of other tests, on the same server, hold back what has ended for good: seals wait for them. */
async function sealed({ database, services }: TestCore): Promise<SealedHead[]> {
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
  const first = await sealed(core);
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
    first.push(...(await sealed(core)));
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
const GUARDED = ['audit_log', 'audit_chain_links', 'audit_seals', 'audit_details'];

/** What is found after somebody who owns the database has done this to it; it is undone afterwards. */
async function foundAfter(work: (sql: MoveSql) => Promise<unknown>, heads = known): Promise<string | undefined> {
  let found: string | undefined;
  await core.database.sql
    .begin(async (tx) => {
      for (const table of GUARDED) await tx.unsafe(`alter table ${table} disable trigger user`);
      const sql = tx as unknown as MoveSql;
      await work(sql);
      found = await verifyAudit(sql, { trusted: [getAuditPublicKey(core.services)], known: heads });
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return found;
}

test('the log as it was written is as it must be, and what is new is sealed once', async () => {
  expect(known.map(({ seal, entries }) => [seal, entries])).toEqual([
    [1, 1],
    [2, 3],
    [3, 3],
  ]);
  expect(await sealAudit(core.services)).toEqual([]);
  expect(await foundAfter(async () => {})).toBeUndefined();
});

test('sealed at once by several processes, each entry has one place', async () => {
  const own = await createTestCore();
  try {
    for (let n = 0; n < 5; n++) {
      await own.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: String(n) }));
    }
    const heads = await Promise.all(Array.from({ length: 4 }, () => sealed(own)));
    expect(heads.flat().map(({ entries }) => entries)).toEqual([5]);
    const [count] = await own.database.sql`select count(*) from audit_chain_links`;
    expect(count).toEqual({ count: 5 });
    const trusted = [getAuditPublicKey(own.services)];
    expect(await verifyAudit(own.database.sql, { trusted })).toBeUndefined();
  } finally {
    await own.close();
  }
});

describe('whoever owns the database is found', () => {
  const at = (n: number) => ids[n] ?? 0;
  const set = (n: number, change: string) => (sql: MoveSql) =>
    sql.unsafe(`update audit_log set ${change} where id = ${at(n)}`);
  const words = (n: number, change: string) => (sql: MoveSql) =>
    sql.unsafe(`update audit_details set ${change} where entry_id = ${at(n)}`);
  const inWords = (n: number) => () => `what entry ${at(n)} says in words was altered`;
  const run = (statement: () => string) => (sql: MoveSql) => sql.unsafe(statement());
  const altered = (n: number) => () => `entry ${at(n)} was altered`;

  test.each<[what: string, work: (sql: MoveSql) => Promise<unknown>, said: () => string | RegExp]>([
    ['says another action', (sql) => set(1, `action = 'offers.create'`)(sql), altered(1)],
    ['says another subject', (sql) => set(2, `subject = '99'`)(sql), altered(2)],
    ['says no subject', (sql) => set(0, 'subject = null')(sql), altered(0)],
    ['puts it on another admin', (sql) => set(3, 'actor_id = 2')(sql), altered(3)],
    ['puts it on the system', (sql) => set(3, `actor_kind = 'system'`)(sql), altered(3)],
    ['gives it another time', (sql) => set(1, `at = at - interval '1 hour'`)(sql), altered(1)],
    ['moves it by a microsecond', (sql) => set(1, `at = at + interval '1 microsecond'`)(sql), altered(1)],
    ['says another before', (sql) => set(4, `before = '{"n":0}'`)(sql), altered(4)],
    ['says another after', (sql) => set(4, `after = '{"n":7}'`)(sql), altered(4)],
    ['empties the after', (sql) => set(4, 'after = null')(sql), altered(4)],
    ['says another note', (sql) => words(5, `note = 'Nothing'`)(sql), inWords(5)],
    ['puts a note into the entry itself', (sql) => set(5, `note = 'Nothing'`)(sql), altered(5)],
    ['says another name', (sql) => words(0, `actor_name = 'somebody else'`)(sql), inWords(0)],
    ['says another address', (sql) => words(0, `ip = '192.0.2.1'`)(sql), inWords(0)],
    [
      'empties what it says in words as if somebody were forgotten',
      (sql) => words(2, 'actor_name = null, note = null, salt = null')(sql),
      inWords(2),
    ],
    [
      'removes what it says in words',
      (sql) => run(() => `delete from audit_details where entry_id = ${at(2)}`)(sql),
      inWords(2),
    ],
    [
      'says other words with a hash that fits',
      async (sql) => {
        await words(1, `note = 'Nothing'`)(sql);
        await run(
          () => `update audit_log a set details_hash = hash_audit_details(d) from audit_details d
            where d.entry_id = a.id and a.id = ${at(1)}`,
        )(sql);
      },
      altered(1),
    ],
    [
      'removes one',
      (sql) => run(() => `delete from audit_log where id = ${at(2)}`)(sql),
      () => `entry ${at(2)} is missing`,
    ],
    [
      'removes the last',
      (sql) => run(() => `delete from audit_log where id = ${at(5)}`)(sql),
      () => `entry ${at(5)} is missing`,
    ],
    ['removes all', (sql) => run(() => 'delete from audit_log')(sql), () => /^entry \d+ is missing$/],
    [
      'swaps two',
      (sql) =>
        run(
          () => `update audit_log a set subject = b.subject from audit_log b
          where (a.id, b.id) in ((${at(0)}, ${at(1)}), (${at(1)}, ${at(0)}))`,
        )(sql),
      altered(0),
    ],
    [
      'takes one out of the chain, too',
      (sql) =>
        run(() => `delete from audit_log where id = ${at(1)}; delete from audit_chain_links where entry_id = ${at(1)}`)(
          sql,
        ),
      () => 'the entry at place 3 is missing from the chain',
    ],
    [
      'inserts one that was there before',
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
      altered(3),
    ],
    ['cuts off the last seal and its entries', (sql) => cutOff(sql), () => /^seal 3 is missing/],
    [
      'signs with a key of their own',
      (sql) => run(() => `update audit_seals set public_key = sha256('mine') where id = 2`)(sql),
      () => /^seal 2 is signed with a strange key/,
    ],
    [
      'signs nothing',
      (sql) => run(() => `update audit_seals set signature = sha512('x') where id = 3`)(sql),
      () => /^seal 3 is not signed/,
    ],
    [
      'counts less',
      (sql) => run(() => `update audit_seals set entries = 2 where id = 2`)(sql),
      () => /^seal 2 has 3 entries/,
    ],
    ['removes a seal', (sql) => run(() => `delete from audit_seals where id = 2`)(sql), () => 'seal 2 is missing'],
    ['says that somebody was forgotten, unsealed', (sql) => pretendErasure(sql), altered(1)],
    ['makes the whole chain anew from a change on', (sql) => remake(sql), () => /^seal 2 is not signed/],
  ])('who %s', async (_what, work, said) => {
    const found = await foundAfter(work);
    const wanted = said();
    if (typeof wanted === 'string') expect(found).toBe(wanted);
    else expect(found).toMatch(wanted);
  });

  test('who inserts an entry with an early id is found once it says to be 15 minutes old: its transaction has ended', async () => {
    expect(await foundAfter((sql) => insertOld(sql, '14 minutes 50 seconds'))).toBeUndefined();
    expect(await foundAfter((sql) => insertOld(sql, '15 minutes 10 seconds'))).toBe('entry 0 was inserted afterwards');
  });

  /** An entry that no seal covers, with an id before those of sealed ones. */
  const insertOld = (sql: MoveSql, ago: string) => sql`
    insert into audit_log (id, actor_kind, actor_name, action, at) overriding system value
    values (0, 'admin', 'x', 'offers.update', now() - ${ago}::interval)`;
  const cutOff = async (sql: MoveSql) => {
    await sql`delete from audit_log where id in (select entry_id from audit_chain_links where seal_id = 3)`;
    await sql`delete from audit_chain_links where seal_id = 3`;
    await sql`delete from audit_seals where id = 3`;
  };
  const pretendErasure = async (sql: MoveSql) => {
    await sql`insert into audit_log (actor_kind, actor_name, action, after)
      values ('system', 'system', 'users.erase', jsonb_build_object('entries', jsonb_build_array(${at(1)}::bigint)))`;
    await set(1, `subject = 'x'`)(sql);
  };
  /** All that the database holds can be made to fit: the signature cannot. */
  const remake = async (sql: MoveSql) => {
    await set(0, `subject = 'x'`)(sql);
    const links = await sql<{ position: number; said: Buffer }[]>`
      select l.position, sha256(convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.actor_kind, a.actor_id,
        a.action, a.subject, a.before, a.after, a.note, encode(a.details_hash, 'hex'))::text, 'UTF8')) as said
      from audit_chain_links l join audit_log a on a.id = l.entry_id order by position`;
    let link = Buffer.alloc(32);
    for (const { position, said } of links) {
      link = createHash('sha256').update(link).update(said).digest();
      await sql`update audit_chain_links set link = ${link} where position = ${position}`;
    }
    await sql`update audit_seals s set head = (
      select link from audit_chain_links l where l.seal_id = s.id order by position desc limit 1)`;
  };
});

describe('whoever is sent the heads', () => {
  const SECRET = `whsec_${Buffer.from('bytes that a test signs with, 33.').toString('base64')}`;
  const origin = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const at = (path: string) => ({
    url: `${origin()}${path}`,
    secrets: [SECRET],
    rules: { trustedOrigin: origin() },
  });
  const post = (path: string, stop = new AbortController().signal) => postNewestHead(core, at(path), stop);
  const bodies = (path: string) => (stored.get(path) ?? []).map(({ body }) => body);
  const waitIsOver = () => core.database.sql`update audit_head_receivers set next_post_at = now()`;

  test('has the newest once, signed, in the words of the log, and finds what is cut off', async () => {
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
    expect(await foundAfter(async () => {}, heads)).toBeUndefined();
    const cutOff = async (sql: MoveSql) => {
      await sql`delete from audit_chain_links where seal_id = ${newest?.seal ?? 0}`;
      await sql`delete from audit_log where id not in (select entry_id from audit_chain_links)`;
      await sql`delete from audit_seals where id = ${newest?.seal ?? 0}`;
    };
    expect(await foundAfter(cutOff, [])).toBeUndefined();
    expect(await foundAfter(cutOff, heads)).toBe(`seal ${newest?.seal} is missing: the end of the log was cut off`);
  });

  test('is asked again until it takes it, by one process at a time, while seals go on', async () => {
    const own = await createTestCore();
    try {
      const write = () =>
        own.kernel.write((tx) => writeAuditEntry(tx, anyAdmin, { action: 'offers.update', subject: '1' }));
      const ownPost = () => postNewestHead(own, at('/refuses'), new AbortController().signal);
      const waited = () => own.database.sql`update audit_head_receivers set next_post_at = now()`;
      expect(await ownPost()).toBeUndefined();
      await write();
      await sealed(own);
      answers.set('/refuses', { status: 500 });
      await expect(ownPost()).rejects.toThrow(
        new HeadNotAcknowledged('The receiver of audit heads did not take seal 1: It answered with status 500'),
      );
      // Another process, within the pause: it calls nobody, and says that something is wrong.
      await expect(ownPost()).rejects.toThrow('The receiver of audit heads has not taken seal 1 yet');
      expect(bodies('/refuses')).toHaveLength(1);
      const [pause] = await own.database.sql<{ seconds: number }[]>`
        select extract(epoch from next_post_at - now())::float8 as seconds from audit_head_receivers`;
      expect(pause?.seconds).toBeGreaterThan(20);
      expect(pause?.seconds).toBeLessThanOrEqual(50);
      await waited();
      await expect(ownPost()).rejects.toThrow(HeadNotAcknowledged);
      await write();
      const [second] = await sealed(own);
      answers.set('/refuses', { status: 202 });
      await waited();
      expect(await ownPost()).toEqual(second);
      expect(await ownPost()).toBeUndefined();
      expect(parseHeads(bodies('/refuses').join('')).map(({ seal }) => seal)).toEqual([1, 1, 2]);
      // Nothing is left of the failure, and the next head waits for no pause.
      await write();
      const [third] = await sealed(own);
      expect(await ownPost()).toEqual(third);
    } finally {
      await own.close();
    }
  });

  test('is called at its own address alone, and no message tells it', async () => {
    answers.set('/moved?key=of-the-path', { status: 307, headers: { location: `${origin()}/elsewhere` } });
    await expect(post('/moved?key=of-the-path')).rejects.toThrow(/seal 3: It answered with status 307$/);
    expect(bodies('/elsewhere')).toEqual([]);
    const inside = { ...at('/inside?key=of-the-path'), rules: { trustedOrigin: undefined } };
    const refused = await postNewestHead(core, inside, new AbortController().signal).catch((error: Error) => error);
    expect(refused).toEqual(
      new HeadNotAcknowledged('The receiver of audit heads did not take seal 3: The address must be https'),
    );
    expect(bodies('/inside?key=of-the-path')).toEqual([]);
  });

  test('that hangs is left at a stop, and is owed the head after it', async () => {
    answers.set('/hangs', { status: SILENT });
    const stop = new AbortController();
    whenCalled = () => stop.abort();
    await expect(post('/hangs', stop.signal)).rejects.toThrow();
    whenCalled = undefined;
    expect(await post('/hangs')).toBeUndefined();
    answers.delete('/hangs');
    await waitIsOver();
    expect(await post('/hangs')).toEqual(known.at(-1));
  });
});
