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

/** Tests the cached catalogue while another process changes the offers. */

interface Process {
  kernel: Kernel;
  /** Number of reads so far; each is one statement. */
  reads(): number;
  close(): Promise<void>;
}

/** Simulates a second process with its own connections and kernel. */
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

const getTitle = async (id: number, process = reader, who = user) =>
  (await listOffersForUser({ ...core.services, kernel: process.kernel }, who)).offers.find(
    ({ offer_id }) => offer_id === id,
  )?.title;
const rename = (title: string) => updateOffer(core.as(anyAdmin), { offer_id: offer, title });

test('reads a list with one statement while no offer changes', async () => {
  const before = reader.reads();
  for (let again = 0; again < 5; again++) await getTitle(offer);
  expect(reader.reads() - before).toBe(5);
});

test('shows a change by another process in the next list, and reads the offers once for all users', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => makeUser(core)));
  await rename('By another process');
  const before = reader.reads();
  const titles = await Promise.all(people.map(({ id }) => getTitle(offer, reader, id)));
  expect(new Set(titles)).toEqual(new Set(['By another process']));
  // One read of the user's data for each list, and one read of the offers, or two if a load was in progress.
  expect(reader.reads() - before).toBeLessThanOrEqual(22);
});

test('lists a new offer, and no longer lists a deactivated or a deleted offer', async () => {
  const { offer_id: added } = await makeOffer(core, { title: 'Added' });
  expect(await getTitle(added)).toBe('Added');
  await deactivateOffer(core.as(anyAdmin), added);
  expect(await getTitle(added)).toBeUndefined();
  await rewriteFacts(core, async (sql) => {
    await sql`delete from offer_odds where offer_id = ${offer}`;
    await sql`delete from offers where id = ${offer}`;
  });
  expect(await getTitle(offer)).toBeUndefined();
});

test('ignores uncommitted and rolled back changes', async () => {
  const { sql } = core.database;
  const old = await getTitle(offer);
  await sql
    .begin(async (tx) => {
      await tx`update offers set title = 'Never' where id = ${offer}`;
      expect(await getTitle(offer)).toBe(old);
      throw new Error('undo');
    })
    .catch(() => {});
  expect(await getTitle(offer)).toBe(old);
});

test('shows both of two concurrent changes', async () => {
  const { offer_id: other } = await makeOffer(core);
  await Promise.all([rename('First'), updateOffer(core.as(anyAdmin), { offer_id: other, title: 'Second' })]);
  expect([await getTitle(offer), await getTitle(other)]).toEqual(['First', 'Second']);
});

test('lists no offers of a rehearsal, which is rolled back, but shows other changes made during it', async () => {
  await core.kernel.rehearse(async ({ runIdempotent }) => {
    await runIdempotent(
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

test('shows a change made while all connections were lost', async () => {
  await withSqlConnection(core.url, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await sql`update offers set title = 'After the loss' where id = ${offer}`;
  });
  expect(await getTitle(offer)).toBe('After the loss');
});

test('retries a failed load with the next call', async () => {
  const broken = anotherProcess(core.url);
  let failures = 1;
  const kernel: Kernel = {
    ...broken.kernel,
    read: (work) => {
      // The first statement reads the user's data, the second one the offers.
      if (broken.reads() === 1 && failures-- > 0) return Promise.reject(new Error('lost'));
      return broken.kernel.read(work);
    },
  };
  await expect(listOffersForUser({ ...core.services, kernel }, user)).rejects.toThrow('lost');
  expect(await getTitle(offer, { ...broken, kernel })).toBe(await getTitle(offer));
  await broken.close();
});

test('never returns an older list than before under a stream of changes', async () => {
  const seen: number[] = [];
  let isOver = false;
  const reading = Promise.all(
    Array.from({ length: 4 }, async () => {
      let last = 0;
      while (!isOver) {
        const now = Number((await getTitle(offer))?.replace('Change ', ''));
        if (Number.isNaN(now)) continue;
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
        seen.push(now);
      }
    }),
  );
  for (let change = 1; change <= 40; change++) {
    await rename(`Change ${change}`);
    expect(await getTitle(offer)).toBe(`Change ${change}`);
  }
  isOver = true;
  await reading;
  expect(seen.length).toBeGreaterThan(40);
});

test('lists a deactivated offer at its old position for users who completed it', async () => {
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
  expect(await getTitle(earned)).toBeUndefined();
});
