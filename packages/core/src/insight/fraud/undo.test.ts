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

/** Users sorted by ID, because they are created concurrently. */
const makeUsers = async (lastName: string, count: number): Promise<TestUser[]> => {
  const people = await Promise.all(Array.from({ length: count }, () => makeUser(core, { lastName })));
  return people.toSorted((a, b) => a.id - b.id);
};
const listFlagged = async (people: readonly TestUser[]): Promise<number[]> => {
  const rows = await core.database.sql<{ id: number }[]>`
    select id from users where id in ${core.database.sql(people.map(({ id }) => id))} and suspended_at is not null
      order by id`;
  return rows.map(({ id }) => id);
};
const readNote = async (id: number) =>
  (await core.database.sql`select suspended_note as note from users where id = ${id}`)[0]?.note as string | null;
const entries = (subject: number | string) => core.database.sql`
  select actor_name, action, note from audit_entries where subject = ${String(subject)} order by id`;

describe('an action on all users that match filters', () => {
  test('is undone for users that it changed, but not for users that were flagged before', async () => {
    const people = await makeUsers('Undoing', 5);
    const [before, open] = people as [TestUser, TestUser];
    await act({ action: 'flag_user', user_id: before.id, notes: 'before' }, colleague);
    const { cookie } = await core.services.userSessions.create(open.id, anyCaller);
    const step = await match({ action: 'bulk_flag_users', search: 'undoing', expected: 5 });
    expect(step).toMatchObject({ done: 5, unchanged: 1 });
    expect(await listFlagged(people)).toHaveLength(5);
    expect(await undo(step, colleague)).toEqual({
      message: '4 users unflagged and access restored successfully',
      done: 4,
      unchanged: 0,
      refused: [],
      undo: null,
    });
    expect(await listFlagged(people)).toEqual([before.id]);
    expect(await readNote(before.id)).toBe('before');
    expect(await entries(open.id)).toEqual([
      { actor_name: anyAdmin.name, action: 'users.flag', note: 'Bulk flagged by admin' },
      { actor_name: 'colleague', action: 'users.unflag', note: 'Undone by admin' },
    ]);
    expect(await entries(before.id)).toHaveLength(1);
    // An unflag never restores sessions.
    expect(await core.services.userSessions.validate(`${cookie.name}=${cookie.value}`, null)).toBeUndefined();
    expect(await core.services.userSessions.create(open.id, anyCaller)).toBeDefined();
  });

  test('is not undone for users that were changed since, and reports these', async () => {
    const people = await makeUsers('Since', 4);
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
    expect(await listFlagged(people)).toEqual([again.id]);
    expect(await readNote(again.id)).toBe('a colleague’s own');
  });

  test('is undone only once, even by concurrent requests', async () => {
    const people = await makeUsers('Twice', 6);
    const step = await match({ action: 'bulk_flag_users', search: 'asha twice', expected: 6 });
    const all = await Promise.all(Array.from({ length: 4 }, () => undo(step)));
    expect(all.map(({ done }) => done)).toEqual([6, 6, 6, 6]);
    expect(all.map(({ unchanged }) => unchanged).toSorted((a, b) => a - b)).toEqual([0, 6, 6, 6]);
    for (const { id } of people) expect(await entries(id)).toHaveLength(2);
    // Flagging them again is a separate step.
    await match({ action: 'bulk_flag_users', search: 'asha twice', expected: 6 });
    await expect(undo(step)).rejects.toMatchObject({ code: 'STEP_CHANGED_SINCE' });
    expect(await listFlagged(people)).toHaveLength(6);
  });

  test('is undone, if it was an unflag, by flagging with the former notes and ending sessions', async () => {
    const people = await makeUsers('Restored', 3);
    const [one, two, three] = people as [TestUser, TestUser, TestUser];
    await act({ action: 'flag_user', user_id: one.id, notes: 'a ring' });
    await act({ action: 'flag_user', user_id: two.id, notes: 'a script' });
    const step = await match({ action: 'bulk_unflag_users', search: 'restored', expected: 3 });
    expect(step).toMatchObject({ done: 3, unchanged: 1 });
    const { cookie } = await core.services.userSessions.create(one.id, anyCaller);
    expect(await undo(step)).toMatchObject({ message: '2 users flagged and blocked successfully', done: 2 });
    expect(await listFlagged(people)).toEqual([one.id, two.id]);
    expect([await readNote(one.id), await readNote(two.id), await readNote(three.id)]).toEqual([
      'a ring',
      'a script',
      null,
    ]);
    expect(await core.services.userSessions.validate(`${cookie.name}=${cookie.value}`, null)).toBeUndefined();
  });

  test('keeps a colleague’s concurrent decision when it is undone', async () => {
    const people = await makeUsers('Meanwhile', 2);
    const [one] = people as [TestUser];
    const step = await match({ action: 'bulk_flag_users', search: 'meanwhile', expected: 2 });
    const undoing: Promise<FraudStep>[] = [];
    await core.kernel.write(async (tx) => {
      for (const action of ['unflag_user', 'flag_user'] as const)
        await flagUsers(tx, colleague, { action, userIds: [one.id], notes: 'looked at' });
      undoing.push(undo(step));
      // In this time the Undo begins and waits for this transaction.
      await sleep(300);
    });
    expect(await undoing[0]).toMatchObject({ done: 1, refused: [{ user_id: one.id }] });
    expect(await listFlagged(people)).toEqual([one.id]);
  });
});

describe('other actions', () => {
  test('on one user are undone, and have no Undo if nothing changed', async () => {
    const { id } = await makeUser(core);
    const step = await act({ action: 'flag_user', user_id: id });
    expect((await act({ action: 'flag_user', user_id: id })).undo).toBeNull();
    expect(await undo(step)).toMatchObject({ message: 'User unflagged and access restored successfully', done: 1 });
    await act({ action: 'flag_user', user_id: id }, colleague);
    await expect(undo(step)).rejects.toMatchObject({ code: 'STEP_CHANGED_SINCE' });
  });

  test('on users of a page are undone only for users that they changed', async () => {
    const people = await makeUsers('Page', 3);
    const [first] = people as [TestUser];
    await act({ action: 'flag_user', user_id: first.id }, colleague);
    const step = await act({ action: 'bulk_flag_users', user_ids: people.map(({ id }) => id) });
    expect(await undo(step)).toMatchObject({ done: 2 });
    expect(await listFlagged(people)).toEqual([first.id]);
  });

  test.each([
    ['ip', { ip_address: '2001:db8:55::1' }, '2001:db8:55::/64', 'IP address 2001:db8:55::/64'],
    ['device', { device_fingerprint: 'undone-device' }, 'undone-device', 'Device'],
  ])('that block or unblock (%s) are undone', async (kind, subject, key, name) => {
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

  test('on addresses in any notation are undone only for addresses that they changed', async () => {
    const [before, first, second, third] = ['203.0.113.211', '203.0.113.212', '2001:db8:77::/64', '203.0.113.214'];
    const block = (keys: string[], more: object = {}, actor = anyAdmin) =>
      blockSources(core.as(actor), fraudSourcesInput.parse({ action: 'block', kind: 'ip', keys, ...more }));
    const listBlocked = async () => {
      const rows = await core.database.sql<{ address: string }[]>`
        select address from ip_addresses where blocked_at is not null
          and address in ${core.database.sql([before, first, second, third])} order by address`;
      return rows.map(({ address }) => address);
    };
    await act({ action: 'block_ip', ip_address: before });
    const keys = [third, before, '2001:db8:77::9', first, first];
    await expect(block([...keys, 'rubbish'])).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'keys' });
    await expect(block(keys, {}, { ...anyAdmin, ip: first })).rejects.toMatchObject({ code: 'ADDRESS_IS_OWN' });
    expect(await listBlocked()).toEqual([before]);
    const step = await block(keys, { notes: 'one botnet' });
    expect(step).toMatchObject({ message: '4 IP addresses blocked successfully', done: 4, unchanged: 1 });
    expect(await listBlocked()).toHaveLength(4);
    await act({ action: 'unblock_ip', ip_address: first }, colleague);
    await act({ action: 'block_ip', ip_address: first }, colleague);
    expect(await undo(step)).toMatchObject({
      message: '2 IP addresses unblocked successfully, 1 changed since',
      done: 2,
      refused: [],
      left: [first],
    });
    expect(await listBlocked()).toEqual([before, first]);
    const devices = await block(['one-device', 'other-device'], { kind: 'device' });
    expect(await undo(devices)).toMatchObject({ message: '2 devices unblocked successfully', left: [] });
  });

  test('are not undone if that would block the admin’s own address again', async () => {
    const actor = { ...anyAdmin, ip: '203.0.113.201' };
    await act({ action: 'block_ip', ip_address: '203.0.113.201' });
    const step = await act({ action: 'unblock_ip', ip_address: '203.0.113.201' }, actor);
    await expect(undo(step, actor)).rejects.toMatchObject({ code: 'ADDRESS_IS_OWN' });
    expect(await undo(step, { ...actor, ip: '203.0.113.202' })).toMatchObject({ done: 1 });
  });

  test('are not found by the ID of an unknown or unrelated action; the audit log shows no step IDs', async () => {
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
