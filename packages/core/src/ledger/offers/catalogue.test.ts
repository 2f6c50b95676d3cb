import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { withSqlConnection } from '@inaam/testing/sql-connection';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createKernel, type Kernel } from '../../kernel/kernel.ts';
import { listOffersForUser } from './list-for-user.ts';
import { deactivateOffer, updateOffer } from './save.ts';

/** The list that a process keeps, while another one changes the offers. */

interface Process {
  kernel: Kernel;
  /** Reads so far: each is one statement. */
  reads(): number;
  close(): Promise<void>;
}

/** A second process' way to the database: connections and a kernel of its own. */
function anotherProcess(url: string): Process {
  const database = openDatabase(url, { max: 4, statementTimeout: 10_000 });
  const kernel = createKernel(database, { deadline: 10_000 });
  let reads = 0;
  const counted: Kernel = {
    ...kernel,
    read: (work) => {
      reads += 1;
      return kernel.read(work);
    },
  };
  return { kernel: counted, reads: () => reads, close: database.close };
}

let core: TestCore;
let reader: Process;
beforeAll(async () => {
  core = await createTestCore();
  reader = anotherProcess(core.url);
});
afterAll(async () => {
  await reader.close();
  await core.close();
});

let offer: number;
let user: number;
beforeEach(async () => {
  offer = (await makeOffer(core)).offer_id;
  user = (await makeUser(core)).id;
  await listOffersForUser({ ...core.services, kernel: reader.kernel }, user);
});

const titleOf = async (id: number, process = reader, who = user) =>
  (await listOffersForUser({ ...core.services, kernel: process.kernel }, who)).offers.find(
    ({ offer_id }) => offer_id === id,
  )?.title;
const rename = (title: string) => updateOffer(core.as(anyAdmin), { offer_id: offer, title });

test('while nothing changes, a list is one statement', async () => {
  const before = reader.reads();
  for (let again = 0; again < 5; again++) await titleOf(offer);
  expect(reader.reads() - before).toBe(5);
});

test('a change by another process is in the next list, and read once for all who ask', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => makeUser(core)));
  await rename('By another process');
  const before = reader.reads();
  const titles = await Promise.all(people.map(({ id }) => titleOf(offer, reader, id)));
  expect(new Set(titles)).toEqual(new Set(['By another process']));
  // Their own facts each; the offers at most twice, where a reading was under way as some began.
  expect(reader.reads() - before).toBeLessThanOrEqual(22);
});

test('a new offer, one that is taken away, and one that is deleted are seen', async () => {
  const { offer_id: added } = await makeOffer(core, { title: 'Added' });
  expect(await titleOf(added)).toBe('Added');
  await deactivateOffer(core.as(anyAdmin), added);
  expect(await titleOf(added)).toBeUndefined();
  await rewriteFacts(core, async (sql) => {
    await sql`delete from offer_odds where offer_id = ${offer}`;
    await sql`delete from offers where id = ${offer}`;
  });
  expect(await titleOf(offer)).toBeUndefined();
});

test('a change that is not committed is not seen, nor one that is undone', async () => {
  const { sql } = core.database;
  const old = await titleOf(offer);
  await sql
    .begin(async (tx) => {
      await tx`update offers set title = 'Never' where id = ${offer}`;
      expect(await titleOf(offer)).toBe(old);
      throw new Error('undo');
    })
    .catch(() => {});
  expect(await titleOf(offer)).toBe(old);
});

test('two changes at a time are both seen, in whichever order they end', async () => {
  const { offer_id: other } = await makeOffer(core);
  await Promise.all([rename('First'), updateOffer(core.as(anyAdmin), { offer_id: other, title: 'Second' })]);
  expect([await titleOf(offer), await titleOf(other)]).toEqual(['First', 'Second']);
});

test('a rehearsal that makes offers lets others change theirs, and leaves the list as it is', async () => {
  await core.kernel.rehearse(async ({ move }) => {
    await move(
      (sql) => sql`
        insert into offers (external_offer_id, title, description, offer_url, category, model, targeting, reward_paise)
        select external_offer_id || ' rehearsed', 'Rehearsed', description, offer_url, category, model, targeting, reward_paise
        from offers where id = ${offer}`,
    );
    await rename('Meanwhile');
  });
  const { offers } = await listOffersForUser({ ...core.services, kernel: reader.kernel }, user);
  expect(offers[0]).toMatchObject({ offer_id: offer, title: 'Meanwhile' });
});

test('a change while all connections are lost is seen in the next list', async () => {
  await withSqlConnection(core.url, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await sql`update offers set title = 'After the loss' where id = ${offer}`;
  });
  expect(await titleOf(offer)).toBe('After the loss');
});

test('a reading that fails is tried again by the next who asks', async () => {
  const broken = anotherProcess(core.url);
  let failures = 1;
  const kernel: Kernel = {
    ...broken.kernel,
    read: (work) => {
      // The first statement is the user's own, the second reads the offers.
      if (broken.reads() === 1 && failures-- > 0) return Promise.reject(new Error('lost'));
      return broken.kernel.read(work);
    },
  };
  await expect(listOffersForUser({ ...core.services, kernel }, user)).rejects.toThrow('lost');
  expect(await titleOf(offer, { ...broken, kernel })).toBe(await titleOf(offer));
  await broken.close();
});

test('readers under a stream of changes never see an older list than one they saw before', async () => {
  const seen: number[] = [];
  let isOver = false;
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      let last = 0;
      while (!isOver) {
        const now = Number((await titleOf(offer))?.replace('Change ', ''));
        if (Number.isNaN(now)) continue;
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
        seen.push(now);
      }
    }),
  );
  for (let change = 1; change <= 40; change++) {
    await rename(`Change ${change}`);
    expect(await titleOf(offer)).toBe(`Change ${change}`);
  }
  isOver = true;
  await reading;
  expect(seen.length).toBeGreaterThan(40);
});

test('an offer that is gone from the list stays for who completed it, in its place', async () => {
  const network = await makeNetwork(core);
  const one = await makeUser(core);
  const { offer_id: earned } = await makeOffer(core);
  const { offer_id: newer } = await makeOffer(core);
  await completeOffer(core, network, one, earned);
  await deactivateOffer(core.as(anyAdmin), earned);
  const ids = (await listOffersForUser({ ...core.services, kernel: reader.kernel }, one.id)).offers.map(
    ({ offer_id }) => offer_id,
  );
  expect(ids.slice(0, 2)).toEqual([newer, earned]);
  expect(await titleOf(earned)).toBeUndefined();
});
