import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { deactivateAdmin } from '../../people/admins/admins.ts';
import { listTodos } from '../dashboard/todos.ts';
import { approveRequest, expireRequests, refuseRequest, withdrawRequest } from './decide.ts';
import { countDecidableRequests } from './list.ts';
import { twoOwners, waits } from './two-owners.fixture.ts';

/** Two people for what moves money: what becomes of what waits, and who decides. */

const its = twoOwners();

const auditOf = async (subject: number, noun: string) =>
  (
    await its.core.database.sql<{ action: string; actor_id: number | null }[]>`
      select action, actor_id from audit_entries where subject = ${String(subject)} and action like ${`${noun}.%`}
      order by id`
  ).map(({ action, actor_id }) => [action, actor_id]);
async function largeCredit(by: AdminActor) {
  const [user, offer] = [await makeUser(its.core), await makeOffer(its.core)];
  const input = { user_id: user.id, offer_id: offer.offer_id, reason: 'A screenshot', payout_amount: 5_000_00 };
  const attempt = creditCompletion(its.core.as(by), input);
  const credited = () =>
    its.core.database.sql`select 1 from completions where user_id = ${user.id} and offer_id = ${offer.offer_id}`;
  return { user, offer, input, attempt, credited };
}
describe('a credit beyond one person', () => {
  test('waits, is carried out once another owner agrees, and is in the audit log from ask to act', async () => {
    const { user, attempt, credited } = await largeCredit(its.asha);
    await expect(attempt).rejects.toMatchObject(waits);
    expect(await credited()).toHaveLength(0);
    const request = await its.lastOf(its.asha);
    expect(request).toMatchObject({
      kind: 'credit',
      title: `Credit “Morning habits survey” to ${user.email}`,
      facts: [
        ['Payout', '₹5,000'],
        ['May cost', '₹5,000'],
      ],
      reason: 'A screenshot',
      asked_by: its.asha.name,
      key: null,
    });
    // The other owner is told, by mail and on the first page; who asked is not.
    expect((await its.mailsTo(its.ravi)).map(({ payload }) => payload.text)).toEqual([
      `${its.asha.name} asks for a second person: ${request.title}.`,
    ]);
    expect(await its.mailsTo(its.asha)).toHaveLength(0);
    const needOf = async (reader: AdminActor) =>
      (await listTodos(its.core.kernel, reader)).todos.find(({ kind }) => kind === 'approvals')?.count;
    const waiting = (await its.requestsOf(its.ravi)).filter(({ status, is_own }) => status === 'waiting' && !is_own);
    expect(await needOf(its.ravi)).toBe(waiting.length);
    expect((await listTodos(its.core.kernel)).todos.map(({ kind }) => kind)).not.toContain('approvals');

    await expect(approveRequest(its.core.as(its.asha), request.request_id)).rejects.toMatchObject({
      code: 'REQUEST_IS_OWN',
    });
    await approveRequest(its.core.as(its.ravi), request.request_id);
    expect(await credited()).toHaveLength(1);
    expect(await auditOf(request.request_id, 'approvals')).toEqual([
      ['approvals.request', its.asha.id],
      ['approvals.approve', its.ravi.id],
    ]);
    const [act] = await its.core.database.sql<{ actor_id: number; note: string }[]>`
      select actor_id, note from audit_entries where action = 'completions.credit' and after ->> 'user_id' = ${String(user.id)}`;
    expect(act).toEqual({ actor_id: its.asha.id, note: 'A screenshot' });
    expect((await its.mailsTo(its.asha)).map(({ payload }) => payload.text)).toEqual([
      `${request.title}: ${its.ravi.name} agreed, and it is done.`,
    ]);
    await expect(approveRequest(its.core.as(its.ravi), request.request_id)).rejects.toMatchObject({
      code: 'REQUEST_SETTLED',
    });
  });

  test('asked for twice is one request, and two owners who agree at once do it once', async () => {
    const { input, attempt, credited } = await largeCredit(its.asha);
    await expect(attempt).rejects.toMatchObject(waits);
    await expect(creditCompletion(its.core.as(its.asha), input)).rejects.toMatchObject(waits);
    const own = (await its.requestsOf(its.asha)).filter(({ is_own, status }) => is_own && status === 'waiting');
    expect(own).toHaveLength(1);
    const third = await makeAdmin(its.core);
    const id = own[0]?.request_id ?? 0;
    const answers = await Promise.allSettled([
      approveRequest(its.core.as(its.ravi), id),
      approveRequest(its.core.as(third), id),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await credited()).toHaveLength(1);
  });

  test('is refused with a reason, taken back by who asked alone, and expires', async () => {
    await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
    const refused = await its.lastOf(its.asha);
    await refuseRequest(its.core.as(its.ravi), { request_id: refused.request_id, reason: 'Ask the network first' });
    await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
    const withdrawn = await its.lastOf(its.asha);
    await expect(withdrawRequest(its.core.as(its.ravi), withdrawn.request_id)).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    await withdrawRequest(its.core.as(its.asha), withdrawn.request_id);
    const last = await largeCredit(its.asha);
    await expect(last.attempt).rejects.toMatchObject(waits);
    const late = await its.lastOf(its.asha);
    await its.core.database.sql`update approvals set expires_at = now() where id = ${late.request_id}`;
    await expect(approveRequest(its.core.as(its.ravi), late.request_id)).rejects.toMatchObject({
      code: 'REQUEST_SETTLED',
    });
    await expireRequests(its.core.services);
    await expireRequests(its.core.services);
    expect(await last.credited()).toHaveLength(0);
    const byId = new Map((await its.requestsOf(its.asha)).map((each) => [each.request_id, each]));
    expect(byId.get(refused.request_id)).toMatchObject({
      status: 'refused',
      answer: 'Ask the network first',
      decided_by: its.ravi.name,
    });
    expect(byId.get(withdrawn.request_id)).toMatchObject({ status: 'withdrawn' });
    expect(byId.get(late.request_id)).toMatchObject({ status: 'expired', decided_by: null });
    expect((await auditOf(late.request_id, 'approvals')).map(([action]) => action)).toEqual([
      'approvals.request',
      'approvals.expire',
    ]);
  });

  test('that could not be done is refused at once, and asks nobody', async () => {
    const { user, offer, input, attempt } = await largeCredit(its.asha);
    await expect(attempt).rejects.toMatchObject(waits);
    await withdrawRequest(its.core.as(its.asha), (await its.lastOf(its.asha)).request_id);
    await creditCompletion(its.core.as(its.asha), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    for (const [change, code] of [
      [{}, 'OFFER_ALREADY_COMPLETED'],
      [{ user_id: 999_999 }, 'USER_NOT_FOUND'],
      [{ offer_id: 999_999 }, 'OFFER_NOT_FOUND'],
    ] as const) {
      await expect(creditCompletion(its.core.as(its.asha), { ...input, ...change })).rejects.toMatchObject({ code });
    }
    expect((await its.requestsOf(its.asha)).filter(({ is_own, status }) => is_own && status === 'waiting')).toEqual([]);
  });

  test('that cannot be done any more ends as failed; so does one of a person who has gone', async () => {
    const { user, offer, attempt } = await largeCredit(its.asha);
    await expect(attempt).rejects.toMatchObject(waits);
    const request = await its.lastOf(its.asha);
    await creditCompletion(its.core.as(its.ravi), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    await expect(approveRequest(its.core.as(its.ravi), request.request_id)).rejects.toMatchObject({
      code: 'OFFER_ALREADY_COMPLETED',
    });
    await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
    const orphan = await its.lastOf(its.asha);
    await deactivateAdmin(its.core.as(its.ravi), its.asha.id);
    await expect(approveRequest(its.core.as(its.ravi), orphan.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
    const settled = (await its.requestsOf(its.ravi)).filter(({ asked_by }) => asked_by === its.asha.name);
    expect(settled.map(({ status, answer }) => [status, answer])).toEqual([
      ['failed', 'The person who asked is no longer allowed to do this'],
      ['failed', 'Offer already completed'],
    ]);
  });

  test('is for owners to decide, and shown to others only where they asked', async () => {
    const manager = await makeAdmin(its.core, undefined, 'manager');
    await expect((await largeCredit(manager)).attempt).rejects.toMatchObject(waits);
    const request = await its.lastOf(manager);
    const other = await makeAdmin(its.core, undefined, 'manager');
    expect(await its.requestsOf(other)).toEqual([]);
    await expect(approveRequest(its.core.as(other), request.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
    // An owner's session of before they were made less.
    await its.core.database.sql`update admins set role = 'manager' where id = ${its.ravi.id}`;
    await expect(approveRequest(its.core.as(its.ravi), request.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
  });
});

describe('a request that a process is executing', () => {
  const acting = (id: number, since: string) => its.core.database.sql`
    update approvals set executing_since = now() - ${since}::interval where id = ${id}`;

  test('is left alone for two minutes, by who decides and by who expires', async () => {
    await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
    const { request_id: id } = await its.lastOf(its.asha);
    const refuse = () => refuseRequest(its.core.as(its.ravi), { request_id: id, reason: 'No' });
    const statusOf = async () => (await its.requestsOf(its.ravi)).find(({ request_id }) => request_id === id)?.status;
    await acting(id, '1 minute 55 seconds');
    await expect(refuse()).rejects.toMatchObject({ code: 'REQUEST_BUSY' });
    await expect(withdrawRequest(its.core.as(its.asha), id)).rejects.toMatchObject({ code: 'REQUEST_BUSY' });
    await acting(id, '2 minutes 1 second');
    await refuse();
    expect(await statusOf()).toBe('refused');
  });

  test('expires two minutes later, and not before', async () => {
    await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
    const { request_id: id } = await its.lastOf(its.asha);
    const { sql } = its.core.database;
    await sql`update approvals set expires_at = now() where id = ${id}`;
    const expired = async (since: string) => {
      await acting(id, since);
      await expireRequests(its.core.services);
      const [row] = await sql`select status from approvals where id = ${id}`;
      return row?.['status'];
    };
    expect([await expired('1 minute 55 seconds'), await expired('2 minutes 1 second')]).toEqual(['waiting', 'expired']);
  });
});

test('what counts for an owner is what others ask for and what has not expired', async () => {
  const { sql } = its.core.database;
  await sql`update approvals set status = 'withdrawn', decided_at = now() where status = 'waiting'`;
  const counts = async () =>
    Promise.all(
      [its.asha, its.ravi, { ...its.ravi, role: 'manager' as const }].map((reader) =>
        countDecidableRequests(its.core.kernel, reader),
      ),
    );
  await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
  expect(await counts()).toEqual([0, 1, 0]);
  expect(await countDecidableRequests(its.core.kernel, undefined)).toBe(0);
  await sql`update approvals set expires_at = now() where status = 'waiting'`;
  expect(await counts()).toEqual([0, 0, 0]);
});

test('the last hundred decided requests are shown, beside all that wait', async () => {
  const { sql } = its.core.database;
  await expect((await largeCredit(its.asha)).attempt).rejects.toMatchObject(waits);
  const { request_id: id } = await its.lastOf(its.asha);
  const [{ columns } = { columns: '' }] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'approvals' and table_schema = 'public'
      and column_name not in ('id', 'status', 'decided_at', 'request_digest')`;
  await sql.unsafe(`
    insert into approvals (${columns}, status, decided_at, request_digest)
    select ${columns}, 'withdrawn', now(), request_digest || n from approvals, generate_series(1, 101) n where id = ${id}`);
  const shown = (await its.requestsOf(its.ravi)).map(({ status }) => status);
  expect(shown.filter((status) => status !== 'waiting')).toHaveLength(100);
  expect(shown).toContain('waiting');
});
