import { randomUUID } from 'node:crypto';
import { DEFAULT_LOG_DAYS } from '@inaam/contracts/account/retention';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyRetention } from '../office/retention/retention.ts';
import { runWithDeadline } from './deadline.ts';
import { createIdempotency, type KeyedCall } from './idempotency.ts';
import type { Kernel } from './kernel.ts';
import { runOnce } from './run-once.ts';

let core: TestCore;
let keys: ReturnType<typeof createIdempotency>;
beforeAll(async () => {
  core = await createTestCore();
  keys = createIdempotency(core.kernel, { wait: 200 });
});
afterAll(() => core.close());

const call = (more: Partial<KeyedCall> = {}): KeyedCall => ({
  principal: 'key:1',
  key: randomUUID(),
  request: 'POST /a\n{"b":1}',
  ...more,
});
const answer = { status: 200, body: '{"voucher":{"code":"SECRET-CODE"}}' };

describe('an idempotency key', () => {
  test('returns the recorded response to the same request, and rejects another request', async () => {
    const first = call();
    expect(await keys.claim(first)).toBeUndefined();
    await keys.record(first, answer);
    expect(await keys.claim(first)).toEqual(answer);
    await expect(keys.claim({ ...first, request: 'POST /a\n{"b":2}' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await keys.claim({ ...first, principal: 'key:2' })).toBeUndefined();
  });

  test('is claimed by one of several concurrent calls; the others wait for the response or must retry', async () => {
    const one = call();
    const [mine, busy] = [await keys.claim(one), keys.claim(one)];
    expect(mine).toBeUndefined();
    await expect(busy).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY', retryAfterSeconds: 1 });
    const patient = createIdempotency(core.kernel, { wait: 5000 });
    const waiting = Promise.all([1, 2, 3].map(() => patient.claim(one)));
    await keys.record(one, answer);
    expect(await waiting).toEqual([answer, answer, answer]);
  });

  test('belongs to the call that claimed it, even if the database’s response to the claim is lost', async () => {
    let tries = 0;
    const losing: Kernel = {
      ...core.kernel,
      runIdempotent: (work) =>
        core.kernel.runIdempotent(async (query) => {
          const rows = await work(query);
          if (++tries === 1) throw Object.assign(new Error('cut after the commit'), { code: 'CONNECTION_CLOSED' });
          return rows;
        }),
    };
    const cut = createIdempotency(losing, { wait: 200 });
    const one = call();
    expect(await cut.claim(one)).toBeUndefined();
    expect(tries).toBe(2);
    await expect(keys.claim(one)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY' });
    // A call that did not claim the key cannot release the key.
    await keys.release(one);
    await expect(keys.claim(one)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY' });
    // The release works even after the deadline of the request.
    await runWithDeadline(performance.now() - 1, () => cut.release(one));
    expect(await keys.claim(one)).toBeUndefined();
  });

  test('can be claimed again after its release', async () => {
    const one = call();
    await keys.claim(one);
    await keys.release(one);
    expect(await keys.claim({ ...one, request: 'another' })).toBeUndefined();
  });

  test('is taken over from a dead process only by the same request', async () => {
    const one = call();
    await createIdempotency(core.kernel, { lockSeconds: 0 }).claim(one);
    await expect(keys.claim({ ...one, request: 'another' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await keys.claim(one)).toBeUndefined();
    await expect(keys.claim(one)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_BUSY' });
  });

  test('keeps its first response for a day', async () => {
    const one = call();
    await keys.claim(one);
    await keys.record(one, answer);
    await keys.record(one, { status: 404, body: '{}' });
    await keys.release(one);
    expect(await keys.claim(one)).toEqual(answer);
    const age = (text: string) => core.database.sql`
      update idempotency_keys set created_at = now() - ${text}::interval where request_hash <> ''`;
    await age('23 hours 59 minutes');
    await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
    expect(await keys.claim(one)).toEqual(answer);
    await age('24 hours 1 second');
    expect(await keys.claim(one)).toBeUndefined();
    await age('24 hours 1 second');
    await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
    expect(await core.database.sql`select 1 from idempotency_keys`).toHaveLength(0);
  });

  test('stores nothing that can be read or guessed without the key', async () => {
    const one = call({ request: 'POST /register\n{"password":"monkey-business"}' });
    await keys.claim(one);
    await keys.record(one, answer);
    const text = JSON.stringify(await core.database.sql`select i::text as row from idempotency_keys i`);
    for (const secret of [one.key, 'monkey', 'SECRET-CODE', 'voucher']) expect(text).not.toContain(secret);
    // The hash of the same request differs under another key.
    const hashes = async () =>
      (await core.database.sql<{ h: string }[]>`select request_hash as h from idempotency_keys`).map(({ h }) => h);
    const before = await hashes();
    await keys.claim(call({ request: one.request }));
    expect(new Set(await hashes()).size).toBe(before.length + 1);
  });
});

describe('runOnce', () => {
  const insert = (key: string | undefined, name = 'tests.insert') =>
    core.kernel.write((tx) =>
      runOnce(tx, name, key, async () => {
        const [row] = await tx.execute<{ id: number }>(
          sql`insert into ip_addresses (address) values (${randomUUID()}) returning address as id`,
        );
        return { id: row?.id, at: 'now' };
      }),
    );

  test('runs the work for the first of several concurrent calls and returns its result to all', async () => {
    const key = randomUUID();
    const results = await Promise.all(Array.from({ length: 8 }, () => insert(key)));
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(await insert(key)).toEqual(results[0]);
    expect((await insert(key, 'tests.other')).id).not.toBe(results[0]?.id);
    expect((await insert(undefined)).id).not.toBe((await insert(undefined)).id);
  });

  test('rolls failed work back, and a repeat runs the work again', async () => {
    const key = randomUUID();
    const failing = core.kernel.write((tx) => runOnce(tx, 'tests.insert', key, () => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(await insert(key)).toMatchObject({ at: 'now' });
  });
});
