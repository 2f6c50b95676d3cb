import { securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { listSecurityEvents } from '../../office/audit/security-events.ts';
import { signIn } from '../account/sign-in.ts';
import { adminSignIn } from '../factors/admin-sign-in.ts';
import { createSecurityEventLog, recordSecurityEvent } from './security-event-log.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

let hosts = 0;
const caller = () => ({ ip: `192.0.2.${++hosts}`, userAgent: 'Mozilla/5.0', requestId: `request-${hosts}` });
const findEvents = async (filters: object) => {
  await core.services.securityEventLog.whenWritten();
  return (await listSecurityEvents(core.kernel, securityEventListInput.parse(filters))).events;
};

describe('an event', () => {
  test('contains account, IP address and request, and no typed input', async () => {
    const admin = await makeAdmin(core);
    const from = caller();
    const guess = { username: 'hunter2-typed-as-a-name', password: 'hunter2-typed' };
    await expect(adminSignIn(core.services, from, guess)).rejects.toMatchObject({ code: 'WRONG_USERNAME_OR_PASSWORD' });
    const wrong = adminSignIn(core.services, from, { ...guess, username: admin.name });
    await expect(wrong).rejects.toMatchObject({ code: 'WRONG_USERNAME_OR_PASSWORD' });
    const events = await findEvents({ ip: from.ip });
    expect(events.map(({ kind, realm, actor_name }) => [kind, realm, actor_name])).toEqual([
      ['sign_in_failed', 'admin', admin.name],
      ['sign_in_failed', 'admin', null],
    ]);
    expect(events[0]).toMatchObject({
      request_id: from.requestId,
      actor_id: admin.id,
      device: 'Mozilla/5.0',
      count: 1,
    });
    expect(JSON.stringify(events)).not.toContain('hunter2');
  });

  test('distinguishes a guess above the limit from a wrong password', async () => {
    const user = await makeUser(core, { passwordHash: await core.services.passwords.hash('the right password') });
    const from = caller();
    for (let i = 0; i < 12; i++) {
      await signIn(core.services, from, { email: user.email, password: 'not this one' }).catch(() => {});
    }
    const counted = (await findEvents({ ip: from.ip })).map(({ kind, count }) => ({ kind, count }));
    const sum = (kind: string) => counted.filter((each) => each.kind === kind).reduce((n, { count }) => n + count, 0);
    expect({ failed: sum('sign_in_failed'), lockedOut: sum('locked_out') }).toEqual({ failed: 10, lockedOut: 2 });
  });

  test('can be filtered by kind, host, name and request', async () => {
    const from = caller();
    const actor = { kind: 'service', id: 7, name: 'Ledger of Asha' } as const;
    recordSecurityEvent(core.services, from, { kind: 'key_revoked', realm: 'admin', actor, detail: 'key 7' });
    recordSecurityEvent(core.services, from, { kind: 'sign_in', realm: 'user' });
    const kinds = async (filters: object) => (await findEvents({ ip: from.ip, ...filters })).map(({ kind }) => kind);
    expect(await kinds({ kind: 'key_revoked' })).toEqual(['key_revoked']);
    expect(await kinds({ realm: 'user' })).toEqual(['sign_in']);
    expect(await kinds({ search: 'Ledger of' })).toEqual(['key_revoked']);
    expect(await kinds({ actor: 'Ledger_of' })).toEqual([]);
    expect(await kinds({ search: from.requestId })).toEqual(['sign_in', 'key_revoked']);
  });
});

describe('a crowd of sign-ins', () => {
  function createCountingKernel() {
    const seen = { statements: 0 };
    const runIdempotent: Kernel['runIdempotent'] = (work) => {
      seen.statements++;
      return core.kernel.runIdempotent(work);
    };
    return { seen, kernel: { ...core.kernel, runIdempotent } satisfies Kernel };
  }

  test('is written in one batch, in order and with details, without a flush', async () => {
    const { seen, kernel } = createCountingKernel();
    const log = createSecurityEventLog(kernel);
    const from = caller();
    const people = Array.from({ length: 30 }, (_, n) => n + 1);
    const makeActor = (id: number) => ({ kind: 'user', id, name: `person ${id}` }) as const;
    for (const id of people)
      log.note(from, { kind: 'sign_in', realm: 'user', actor: makeActor(id), detail: 'password' });
    expect(seen.statements).toBe(0);
    const rows = () => core.database.sql`
      select e.actor_id, d.actor_name, e.at = d.at as together from security_events e
      join security_event_details d on d.event_id = e.id where d.ip = ${from.ip} order by e.id`;
    await expect.poll(rows).toHaveLength(people.length);
    expect(seen.statements).toBe(1);
    expect(await rows()).toEqual(people.map((id) => ({ actor_id: id, actor_name: `person ${id}`, together: true })));
    // Later events form a new batch.
    log.note(from, { kind: 'sign_in', realm: 'user', actor: makeActor(31) });
    await expect.poll(rows).toHaveLength(people.length + 1);
    expect(seen.statements).toBe(2);
    await log.close();
  });

  test('is stored completely by a flush, including events that arrive during the write', async () => {
    const { seen, kernel } = createCountingKernel();
    const log = createSecurityEventLog(kernel);
    const from = caller();
    log.note(from, { kind: 'sign_in', realm: 'user' });
    const first = log.whenWritten();
    await expect.poll(() => seen.statements, { interval: 1 }).toBe(1);
    log.note(from, { kind: 'sign_in', realm: 'user' });
    await log.whenWritten();
    await first;
    expect(await findEvents({ ip: from.ip })).toHaveLength(2);
    await log.close();
  });
});

describe('the log', () => {
  test('merges a flood by IP address and kind into the first event and one row of counted repeats', async () => {
    const log = createSecurityEventLog(core.kernel);
    const [one, other] = [caller(), caller()];
    for (let i = 0; i < 500; i++) log.note(one, { kind: 'foreign_origin', realm: 'user' });
    log.note(other, { kind: 'foreign_origin', realm: 'user' });
    await log.close();
    expect((await findEvents({ ip: one.ip })).map(({ count }) => count)).toEqual([499, 1]);
    expect((await findEvents({ ip: other.ip })).map(({ count }) => count)).toEqual([1]);
    expect(log.counts().get('foreign_origin')).toBe(501);
  });

  test('loses no event while the database is down, and reports each event to the process’s log at once', async () => {
    let isDatabaseDown = true;
    const kernel = {
      ...core.kernel,
      runIdempotent: (work) => (isDatabaseDown ? Promise.reject(new Error('away')) : core.kernel.runIdempotent(work)),
    } satisfies Kernel;
    const lines: string[] = [];
    const log = createSecurityEventLog(kernel, { report: ({ kind }) => lines.push(kind) });
    const from = caller();
    log.note(from, { kind: 'sign_in', realm: 'user' });
    await log.whenWritten();
    expect(await findEvents({ ip: from.ip })).toEqual([]);
    expect(lines).toEqual(['sign_in']);
    isDatabaseDown = false;
    await log.close();
    expect((await findEvents({ ip: from.ip })).map(({ kind }) => kind)).toEqual(['sign_in']);
  });
});
