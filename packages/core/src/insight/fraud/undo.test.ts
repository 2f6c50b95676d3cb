import { setTimeout as sleep } from 'node:timers/promises';
import { type FraudStep, fraudActionInput, fraudMatchingInput, fraudSourcesInput } from '@inaam/contracts/fraud/fraud';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { anyAdmin, anyCaller, makeUser, type TestUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../office/audit/list.ts';
import { applyFraudAction, blockSources } from './act.ts';
import { flagMatching, flagUsers } from './flag.ts';
import { undoStep } from './undo.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const colleague = { ...anyAdmin, name: 'colleague' };
const act = (input: Record<string, unknown>, actor = anyAdmin) =>
  applyFraudAction(core.as(actor), fraudActionInput.parse(input));
const match = (input: Record<string, unknown>) => flagMatching(core.as(anyAdmin), fraudMatchingInput.parse(input));
const undo = ({ undo: step }: FraudStep, actor = anyAdmin) => undoStep(core.as(actor), step ?? '');

/** In the order of their ids, which is not that in which they were asked for: they are made at once. */
const crowd = async (lastName: string, count: number): Promise<TestUser[]> => {
  const people = await Promise.all(Array.from({ length: count }, () => makeUser(core, { lastName })));
  return people.toSorted((a, b) => a.id - b.id);
};
const flagged = async (people: readonly TestUser[]): Promise<number[]> => {
  const rows = await core.database.sql<{ id: number }[]>`
    select id from users where id in ${core.database.sql(people.map(({ id }) => id))} and suspended_at is not null
      order by id`;
  return rows.map(({ id }) => id);
};
const noteOf = async (id: number) =>
  (await core.database.sql`select suspended_note as note from users where id = ${id}`)[0]?.note as string | null;
const entries = (subject: number | string) => core.database.sql`
  select actor_name, action, note from audit_entries where subject = ${String(subject)} order by id`;

describe('a step over everybody whom the filters match', () => {
  test('is taken back for those that it changed, not for those who were flagged before', async () => {
    const people = await crowd('Undoing', 5);
    const [before, open] = people as [TestUser, TestUser];
    await act({ action: 'flag_user', user_id: before.id, notes: 'before' }, colleague);
    const { cookie } = await core.services.userSessions.create(open.id, anyCaller);
    const step = await match({ action: 'bulk_flag_users', search: 'undoing', expected: 5 });
    expect(step).toMatchObject({ done: 5, unchanged: 1 });
    expect(await flagged(people)).toHaveLength(5);
    expect(await undo(step, colleague)).toEqual({
      message: '4 users unflagged and access restored successfully',
      done: 4,
      unchanged: 0,
      refused: [],
      undo: null,
    });
    expect(await flagged(people)).toEqual([before.id]);
    expect(await noteOf(before.id)).toBe('before');
    expect(await entries(open.id)).toEqual([
      { actor_name: anyAdmin.name, action: 'users.flag', note: 'Bulk flagged by admin' },
      { actor_name: 'colleague', action: 'users.unflag', note: 'Undone by admin' },
    ]);
    expect(await entries(before.id)).toHaveLength(1);
    // As with every unflag: who was signed in signs in again.
    expect(await core.services.userSessions.validate(`${cookie.name}=${cookie.value}`, null)).toBeUndefined();
    expect(await core.services.userSessions.create(open.id, anyCaller)).toBeDefined();
  });

  test('leaves alone whom somebody has changed since, and tells so', async () => {
    const people = await crowd('Since', 4);
    const [again, lifted] = people as [TestUser, TestUser];
    const step = await match({ action: 'bulk_flag_users', search: 'asha since', expected: 4 });
    await act({ action: 'bulk_unflag_users', user_ids: [again.id, lifted.id] }, colleague);
    await act({ action: 'flag_user', user_id: again.id, notes: 'a colleague’s own' }, colleague);
    expect(await undo(step)).toEqual({
      message: '2 users unflagged and access restored successfully, 2 changed since',
      done: 2,
      unchanged: 0,
      refused: [again, lifted].map(({ id }) => ({ user_id: id, reason: 'Changed since' })),
      undo: null,
    });
    expect(await flagged(people)).toEqual([again.id]);
    expect(await noteOf(again.id)).toBe('a colleague’s own');
  });

  test('is taken back once, however often and at once that is asked', async () => {
    const people = await crowd('Twice', 6);
    const step = await match({ action: 'bulk_flag_users', search: 'asha twice', expected: 6 });
    const all = await Promise.all(Array.from({ length: 4 }, () => undo(step)));
    expect(all.map(({ done }) => done)).toEqual([6, 6, 6, 6]);
    expect(all.map(({ unchanged }) => unchanged).toSorted((a, b) => a - b)).toEqual([0, 6, 6, 6]);
    for (const { id } of people) expect(await entries(id)).toHaveLength(2);
    // Whoever flags them again has done a step of their own.
    await match({ action: 'bulk_flag_users', search: 'asha twice', expected: 6 });
    await expect(undo(step)).rejects.toMatchObject({ code: 'STEP_CHANGED_SINCE' });
    expect(await flagged(people)).toHaveLength(6);
  });

  test('that unflagged is taken back with the reasons that there were, and ends sessions again', async () => {
    const people = await crowd('Restored', 3);
    const [one, two, three] = people as [TestUser, TestUser, TestUser];
    await act({ action: 'flag_user', user_id: one.id, notes: 'a ring' });
    await act({ action: 'flag_user', user_id: two.id, notes: 'a script' });
    const step = await match({ action: 'bulk_unflag_users', search: 'restored', expected: 3 });
    expect(step).toMatchObject({ done: 3, unchanged: 1 });
    const { cookie } = await core.services.userSessions.create(one.id, anyCaller);
    expect(await undo(step)).toMatchObject({ message: '2 users flagged and blocked successfully', done: 2 });
    expect(await flagged(people)).toEqual([one.id, two.id]);
    expect([await noteOf(one.id), await noteOf(two.id), await noteOf(three.id)]).toEqual(['a ring', 'a script', null]);
    expect(await core.services.userSessions.validate(`${cookie.name}=${cookie.value}`, null)).toBeUndefined();
  });

  test('and a flag that is under way when it is taken back: what the colleague decided stands', async () => {
    const people = await crowd('Meanwhile', 2);
    const [one] = people as [TestUser];
    const step = await match({ action: 'bulk_flag_users', search: 'meanwhile', expected: 2 });
    const undoing: Promise<FraudStep>[] = [];
    await core.kernel.write(async (tx) => {
      for (const action of ['unflag_user', 'flag_user'] as const)
        await flagUsers(tx, colleague, { action, userIds: [one.id], notes: 'looked at' });
      undoing.push(undo(step));
      // Long enough for the Undo to wait for this one.
      await sleep(300);
    });
    expect(await undoing[0]).toMatchObject({ done: 1, refused: [{ user_id: one.id }] });
    expect(await flagged(people)).toEqual([one.id]);
  });
});

describe('every other step', () => {
  test('of one user, and one that changed nothing has no Undo', async () => {
    const { id } = await makeUser(core);
    const step = await act({ action: 'flag_user', user_id: id });
    expect((await act({ action: 'flag_user', user_id: id })).undo).toBeNull();
    expect(await undo(step)).toMatchObject({ message: 'User unflagged and access restored successfully', done: 1 });
    await act({ action: 'flag_user', user_id: id }, colleague);
    await expect(undo(step)).rejects.toMatchObject({ code: 'STEP_CHANGED_SINCE' });
  });

  test('of a page: those alone that it changed, whatever the page showed', async () => {
    const people = await crowd('Page', 3);
    const [first] = people as [TestUser];
    await act({ action: 'flag_user', user_id: first.id }, colleague);
    const step = await act({ action: 'bulk_flag_users', user_ids: people.map(({ id }) => id) });
    expect(await undo(step)).toMatchObject({ done: 2 });
    expect(await flagged(people)).toEqual([first.id]);
  });

  test.each([
    ['ip', { ip_address: '2001:db8:55::1' }, '2001:db8:55::/64', 'IP address 2001:db8:55::/64'],
    ['device', { device_fingerprint: 'undone-device' }, 'undone-device', 'Device'],
  ])('of a block by %s', async (kind, subject, key, name) => {
    const block = await act({ action: `block_${kind}`, ...subject, notes: 'bots' });
    expect(await undo(block)).toMatchObject({ message: `${name} unblocked successfully`, done: 1, unchanged: 0 });
    expect(await undo(block)).toMatchObject({ message: `${name} unblocked successfully`, done: 1, unchanged: 1 });
    await act({ action: `block_${kind}`, ...subject, notes: 'bots again' });
    const unblock = await act({ action: `unblock_${kind}`, ...subject });
    expect(await undo(unblock)).toMatchObject({ message: `${name} blocked successfully`, done: 1, unchanged: 0 });
    const [row] = await core.database.sql`
      select blocked_note as note from ip_addresses where address = ${key} and blocked_at is not null
      union all select blocked_note from devices where fingerprint = ${key} and blocked_at is not null`;
    expect(row).toEqual({ note: 'bots again' });
    await act({ action: `unblock_${kind}`, ...subject }, colleague);
    await expect(undo(unblock)).rejects.toMatchObject({ code: 'STEP_CHANGED_SINCE' });
  });

  test('of several addresses at once: those alone that it changed, whatever they were written like', async () => {
    const [before, first, second, third] = ['203.0.113.211', '203.0.113.212', '2001:db8:77::/64', '203.0.113.214'];
    const places = (keys: string[], more: object = {}, actor = anyAdmin) =>
      blockSources(core.as(actor), fraudSourcesInput.parse({ action: 'block', kind: 'ip', keys, ...more }));
    const blocked = async () => {
      const rows = await core.database.sql<{ address: string }[]>`
        select address from ip_addresses where blocked_at is not null
          and address in ${core.database.sql([before, first, second, third])} order by address`;
      return rows.map(({ address }) => address);
    };
    await act({ action: 'block_ip', ip_address: before });
    const keys = [third, before, '2001:db8:77::9', first, first];
    await expect(places([...keys, 'rubbish'])).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'keys' });
    await expect(places(keys, {}, { ...anyAdmin, ip: first })).rejects.toMatchObject({ code: 'ADDRESS_IS_OWN' });
    expect(await blocked()).toEqual([before]);
    const step = await places(keys, { notes: 'one botnet' });
    expect(step).toMatchObject({ message: '4 IP addresses blocked successfully', done: 4, unchanged: 1 });
    expect(await blocked()).toHaveLength(4);
    await act({ action: 'unblock_ip', ip_address: first }, colleague);
    await act({ action: 'block_ip', ip_address: first }, colleague);
    expect(await undo(step)).toMatchObject({
      message: '2 IP addresses unblocked successfully, 1 changed since',
      done: 2,
      refused: [],
      left: [first],
    });
    expect(await blocked()).toEqual([before, first]);
    const devices = await places(['one-device', 'other-device'], { kind: 'device' });
    expect(await undo(devices)).toMatchObject({ message: '2 devices unblocked successfully', left: [] });
  });

  test('one’s own address is not blocked again without the second confirmation', async () => {
    const actor = { ...anyAdmin, ip: '203.0.113.201' };
    await act({ action: 'block_ip', ip_address: '203.0.113.201' });
    const step = await act({ action: 'unblock_ip', ip_address: '203.0.113.201' }, actor);
    await expect(undo(step, actor)).rejects.toMatchObject({ code: 'ADDRESS_IS_OWN' });
    expect(await undo(step, { ...actor, ip: '203.0.113.202' })).toMatchObject({ done: 1 });
  });

  test('what is no step is not found, and the log shows nothing that a step is asked by', async () => {
    await core.database.sql`
      insert into audit_log (actor_kind, actor_name, action, subject, after)
      values ('admin', 'x', 'vouchers.resend', '1', '{"call": "00000000-0000-4000-8000-000000000001"}')`;
    for (const n of [1, 2]) {
      const step = `00000000-0000-4000-8000-00000000000${n}`;
      await expect(undoStep(core.as(anyAdmin), step)).rejects.toMatchObject({
        code: 'STEP_NOT_FOUND',
      });
    }
    const { entries: shown } = await listAudit(core.kernel, { page: 1, limit: 1000, dateRange: 'all', total: 'exact' });
    expect(shown.length).toBeGreaterThan(10);
    expect(JSON.stringify(shown)).not.toContain('"call"');
  });
});
