import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { describe, expect, test } from 'vitest';
import type { AdminActor } from '../../kernel/actor.ts';
import { creditCompletion } from '../../ledger/completions/credit.ts';
import { deactivateAdmin } from '../../people/admins/admins.ts';
import { listTodos } from '../dashboard/todos.ts';
import { approveRequest, expireRequests, refuseRequest, withdrawRequest } from './decide.ts';
import { countDecidableRequests } from './list.ts';
import { needsApproval, twoOwners } from './two-owners.fixture.ts';

/** Tests the decisions on requests for approval, and the effects of these decisions. */

const setup = twoOwners();

const listAuditActions = async (subject: number, noun: string) =>
  (
    await setup.core.database.sql<{ action: string; actor_id: number | null }[]>`
      select action, actor_id from audit_entries where subject = ${String(subject)} and action like ${`${noun}.%`}
      order by id`
  ).map(({ action, actor_id }) => [action, actor_id]);
async function attemptLargeCredit(by: AdminActor) {
  const [user, offer] = [await makeUser(setup.core), await makeOffer(setup.core)];
  const input = { user_id: user.id, offer_id: offer.offer_id, reason: 'A screenshot', payout_amount: 5_000_00 };
  const attempt = creditCompletion(setup.core.as(by), input);
  const listCredited = () =>
    setup.core.database.sql`select 1 from completions where user_id = ${user.id} and offer_id = ${offer.offer_id}`;
  return { user, offer, input, attempt, listCredited };
}
describe('a credit above the limit of one person', () => {
  test('waits for another owner, is executed after the approval, and is audited from request to execution', async () => {
    const { user, attempt, listCredited } = await attemptLargeCredit(setup.asha);
    await expect(attempt).rejects.toMatchObject(needsApproval);
    expect(await listCredited()).toHaveLength(0);
    const request = await setup.getLastRequest(setup.asha);
    expect(request).toMatchObject({
      kind: 'credit',
      title: `Credit “Morning habits survey” to ${user.email}`,
      facts: [
        ['Payout', '₹5,000'],
        ['May cost', '₹5,000'],
      ],
      reason: 'A screenshot',
      asked_by: setup.asha.name,
      key: null,
    });
    // The other owner gets a mail and a todo; the requester gets none.
    expect((await setup.listMails(setup.ravi)).map(({ payload }) => payload.text)).toEqual([
      `${setup.asha.name} requests approval: ${request.title}.`,
    ]);
    expect(await setup.listMails(setup.asha)).toHaveLength(0);
    const countTodo = async (reader: AdminActor) =>
      (await listTodos(setup.core.kernel, reader)).todos.find(({ kind }) => kind === 'approvals')?.count;
    const waiting = (await setup.listRequestsFor(setup.ravi)).filter(
      ({ status, is_own }) => status === 'waiting' && !is_own,
    );
    expect(await countTodo(setup.ravi)).toBe(waiting.length);
    expect((await listTodos(setup.core.kernel)).todos.map(({ kind }) => kind)).not.toContain('approvals');

    await expect(approveRequest(setup.core.as(setup.asha), request.request_id)).rejects.toMatchObject({
      code: 'REQUEST_IS_OWN',
    });
    await approveRequest(setup.core.as(setup.ravi), request.request_id);
    expect(await listCredited()).toHaveLength(1);
    expect(await listAuditActions(request.request_id, 'approvals')).toEqual([
      ['approvals.request', setup.asha.id],
      ['approvals.approve', setup.ravi.id],
    ]);
    const [act] = await setup.core.database.sql<{ actor_id: number; note: string }[]>`
      select actor_id, note from audit_entries where action = 'completions.credit' and after ->> 'user_id' = ${String(user.id)}`;
    expect(act).toEqual({ actor_id: setup.asha.id, note: 'A screenshot' });
    expect((await setup.listMails(setup.asha)).map(({ payload }) => payload.text)).toEqual([
      `${request.title}: ${setup.ravi.name} approved, and it is done.`,
    ]);
    await expect(approveRequest(setup.core.as(setup.ravi), request.request_id)).rejects.toMatchObject({
      code: 'REQUEST_SETTLED',
    });
  });

  test('stays one request if it is repeated, and is executed once if two owners approve concurrently', async () => {
    const { input, attempt, listCredited } = await attemptLargeCredit(setup.asha);
    await expect(attempt).rejects.toMatchObject(needsApproval);
    await expect(creditCompletion(setup.core.as(setup.asha), input)).rejects.toMatchObject(needsApproval);
    const own = (await setup.listRequestsFor(setup.asha)).filter(
      ({ is_own, status }) => is_own && status === 'waiting',
    );
    expect(own).toHaveLength(1);
    const third = await makeAdmin(setup.core);
    const id = own[0]?.request_id ?? 0;
    const answers = await Promise.allSettled([
      approveRequest(setup.core.as(setup.ravi), id),
      approveRequest(setup.core.as(third), id),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listCredited()).toHaveLength(1);
  });

  test('can be rejected with a reason, can be withdrawn only by the requester, and expires', async () => {
    await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
    const refused = await setup.getLastRequest(setup.asha);
    await refuseRequest(setup.core.as(setup.ravi), { request_id: refused.request_id, reason: 'Ask the network first' });
    await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
    const withdrawn = await setup.getLastRequest(setup.asha);
    await expect(withdrawRequest(setup.core.as(setup.ravi), withdrawn.request_id)).rejects.toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    await withdrawRequest(setup.core.as(setup.asha), withdrawn.request_id);
    const last = await attemptLargeCredit(setup.asha);
    await expect(last.attempt).rejects.toMatchObject(needsApproval);
    const late = await setup.getLastRequest(setup.asha);
    await setup.core.database.sql`update approvals set expires_at = now() where id = ${late.request_id}`;
    await expect(approveRequest(setup.core.as(setup.ravi), late.request_id)).rejects.toMatchObject({
      code: 'REQUEST_SETTLED',
    });
    await expireRequests(setup.core.services);
    await expireRequests(setup.core.services);
    expect(await last.listCredited()).toHaveLength(0);
    const byId = new Map((await setup.listRequestsFor(setup.asha)).map((each) => [each.request_id, each]));
    expect(byId.get(refused.request_id)).toMatchObject({
      status: 'refused',
      answer: 'Ask the network first',
      decided_by: setup.ravi.name,
    });
    expect(byId.get(withdrawn.request_id)).toMatchObject({ status: 'withdrawn' });
    expect(byId.get(late.request_id)).toMatchObject({ status: 'expired', decided_by: null });
    expect((await listAuditActions(late.request_id, 'approvals')).map(([action]) => action)).toEqual([
      'approvals.request',
      'approvals.expire',
    ]);
  });

  test('is refused immediately, without a request, if it is impossible', async () => {
    const { user, offer, input, attempt } = await attemptLargeCredit(setup.asha);
    await expect(attempt).rejects.toMatchObject(needsApproval);
    await withdrawRequest(setup.core.as(setup.asha), (await setup.getLastRequest(setup.asha)).request_id);
    await creditCompletion(setup.core.as(setup.asha), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    for (const [change, code] of [
      [{}, 'OFFER_ALREADY_COMPLETED'],
      [{ user_id: 999_999 }, 'USER_NOT_FOUND'],
      [{ offer_id: 999_999 }, 'OFFER_NOT_FOUND'],
    ] as const) {
      await expect(creditCompletion(setup.core.as(setup.asha), { ...input, ...change })).rejects.toMatchObject({
        code,
      });
    }
    expect(
      (await setup.listRequestsFor(setup.asha)).filter(({ is_own, status }) => is_own && status === 'waiting'),
    ).toEqual([]);
  });

  test('fails if it became impossible or if the requester is deactivated', async () => {
    const { user, offer, attempt } = await attemptLargeCredit(setup.asha);
    await expect(attempt).rejects.toMatchObject(needsApproval);
    const request = await setup.getLastRequest(setup.asha);
    await creditCompletion(setup.core.as(setup.ravi), { user_id: user.id, offer_id: offer.offer_id, reason: 'Less' });
    await expect(approveRequest(setup.core.as(setup.ravi), request.request_id)).rejects.toMatchObject({
      code: 'OFFER_ALREADY_COMPLETED',
    });
    await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
    const orphan = await setup.getLastRequest(setup.asha);
    await deactivateAdmin(setup.core.as(setup.ravi), setup.asha.id);
    await expect(approveRequest(setup.core.as(setup.ravi), orphan.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
    const settled = (await setup.listRequestsFor(setup.ravi)).filter(({ asked_by }) => asked_by === setup.asha.name);
    expect(settled.map(({ status, answer }) => [status, answer])).toEqual([
      ['failed', 'The requester no longer has permission for this'],
      ['failed', 'Offer already completed'],
    ]);
  });

  test('is decided by owners, and is shown to other admins only if they requested it', async () => {
    const manager = await makeAdmin(setup.core, undefined, 'manager');
    await expect((await attemptLargeCredit(manager)).attempt).rejects.toMatchObject(needsApproval);
    const request = await setup.getLastRequest(manager);
    const other = await makeAdmin(setup.core, undefined, 'manager');
    expect(await setup.listRequestsFor(other)).toEqual([]);
    await expect(approveRequest(setup.core.as(other), request.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
    // The owner was demoted after signing in.
    await setup.core.database.sql`update admins set role = 'manager' where id = ${setup.ravi.id}`;
    await expect(approveRequest(setup.core.as(setup.ravi), request.request_id)).rejects.toMatchObject({
      code: 'ROLE_TOO_LOW',
    });
  });
});

describe('a request that a process is executing', () => {
  const markExecuting = (id: number, since: string) => setup.core.database.sql`
    update approvals set executing_since = now() - ${since}::interval where id = ${id}`;

  test('cannot be decided or withdrawn for two minutes', async () => {
    await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
    const { request_id: id } = await setup.getLastRequest(setup.asha);
    const refuse = () => refuseRequest(setup.core.as(setup.ravi), { request_id: id, reason: 'No' });
    const readStatus = async () =>
      (await setup.listRequestsFor(setup.ravi)).find(({ request_id }) => request_id === id)?.status;
    await markExecuting(id, '1 minute 55 seconds');
    await expect(refuse()).rejects.toMatchObject({ code: 'REQUEST_BUSY' });
    await expect(withdrawRequest(setup.core.as(setup.asha), id)).rejects.toMatchObject({ code: 'REQUEST_BUSY' });
    await markExecuting(id, '2 minutes 1 second');
    await refuse();
    expect(await readStatus()).toBe('refused');
  });

  test('expires after two minutes of execution, and not before', async () => {
    await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
    const { request_id: id } = await setup.getLastRequest(setup.asha);
    const { sql } = setup.core.database;
    await sql`update approvals set expires_at = now() where id = ${id}`;
    const expireAfter = async (since: string) => {
      await markExecuting(id, since);
      await expireRequests(setup.core.services);
      const [row] = await sql`select status from approvals where id = ${id}`;
      return row?.['status'];
    };
    expect([await expireAfter('1 minute 55 seconds'), await expireAfter('2 minutes 1 second')]).toEqual([
      'waiting',
      'expired',
    ]);
  });
});

test('counts, for an owner, the unexpired requests of other admins', async () => {
  const { sql } = setup.core.database;
  await sql`update approvals set status = 'withdrawn', decided_at = now() where status = 'waiting'`;
  const counts = async () =>
    Promise.all(
      [setup.asha, setup.ravi, { ...setup.ravi, role: 'manager' as const }].map((reader) =>
        countDecidableRequests(setup.core.kernel, reader),
      ),
    );
  await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
  expect(await counts()).toEqual([0, 1, 0]);
  expect(await countDecidableRequests(setup.core.kernel, undefined)).toBe(0);
  await sql`update approvals set expires_at = now() where status = 'waiting'`;
  expect(await counts()).toEqual([0, 0, 0]);
});

test('lists all waiting requests and the last hundred decided ones', async () => {
  const { sql } = setup.core.database;
  await expect((await attemptLargeCredit(setup.asha)).attempt).rejects.toMatchObject(needsApproval);
  const { request_id: id } = await setup.getLastRequest(setup.asha);
  const [{ columns } = { columns: '' }] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'approvals' and table_schema = 'public'
      and column_name not in ('id', 'status', 'decided_at', 'request_digest')`;
  await sql.unsafe(`
    insert into approvals (${columns}, status, decided_at, request_digest)
    select ${columns}, 'withdrawn', now(), request_digest || n from approvals, generate_series(1, 101) n where id = ${id}`);
  const shown = (await setup.listRequestsFor(setup.ravi)).map(({ status }) => status);
  expect(shown.filter((status) => status !== 'waiting')).toHaveLength(100);
  expect(shown).toContain('waiting');
});
