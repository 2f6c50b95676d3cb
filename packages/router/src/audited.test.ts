import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AuditAction } from '@inaam/contracts/audit/actions';
import { openCase } from '@inaam/core/office/cases/commands';
import { feedPresets } from '@inaam/core/partners/presets/presets';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, type TestNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner } from '@inaam/testing/factories/spins';
import { addStock, findVoucherIds } from '@inaam/testing/factories/vouchers';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { createCallerFactory } from './procedures.ts';

/** Checks that each mutation of the back-office writes exactly the listed audit rows. */

let core: TestCore;
let network: TestNetwork;
let networkId: number;
/** The acting admin; a new one for each test, because some mutations end sessions. */
let admin: { id: number; cookieHeader: string; sessionId: string };

/** A receiver of webhooks that accepts every request. */
const receiver = createServer((_, response) => response.writeHead(204).end());
let receiverOrigin: string;

const PASSWORD = 'a password for admins';

async function signInNewAdmin() {
  const id = (await makeAdmin(core, PASSWORD)).id ?? 0;
  const { cookie, sessionId } = await core.services.adminSessions.create(id, { ip: null, userAgent: null });
  return { id, cookieHeader: `${cookie.name}=${cookie.value}`, sessionId };
}

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  receiverOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  core = await createTestCore();
  network = await makeNetwork(core);
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  networkId = row?.id ?? 0;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await core.close();
});

let lastAmount = 900;
/** Adds a voucher with a unique amount to the stock and returns its id. */
async function addVoucher() {
  const amount = ++lastAmount;
  const [code = ''] = await addStock(core, { amount, count: 1 });
  const [id = 0] = await findVoucherIds(core, [code]);
  return id;
}
async function makeWonVoucher() {
  const amount = ++lastAmount;
  await addStock(core, { amount, count: 2 });
  const { voucherId, user } = await makeWinner(core, network, amount);
  return { voucherId: voucherId ?? 0, user };
}
const makeParkedPostback = async () => {
  const { offer_id: offerId } = await makeOffer(core);
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const transaction_id = `audited-${clickId}`;
  await postback(core, network, { click_id: 'unknown-click', transaction_id, status: 'approved' });
  const [row] = await core.database.sql<{ id: number }[]>`
    select id from postbacks where transaction_id = ${transaction_id}`;
  return { postback_id: row?.id ?? 0, click_id: clickId };
};
const makeUserId = async () => (await makeUser(core)).id;
const flagUser = async () => {
  const { undo } = (await call('admin.fraud.act', { action: 'flag_user', user_id: await makeUserId() })) as {
    undo: string;
  };
  return { step: undo };
};
const signInUser = async () => {
  const id = await makeUserId();
  await core.services.userSessions.create(id, { ip: null, userAgent: null });
  return { user_id: id };
};

const createEndpoint = async (name: string, url = 'https://hooks.example.com/in') => {
  const input = { kind: 'webhook', name, url };
  const answer = (await call('admin.webhooks.create', input)) as { endpoint: { endpoint_id: number } };
  return { endpoint_id: answer.endpoint.endpoint_id };
};

/** Uploads a statement with a line that the ledger does not have. */
const uploadStatement = async () => {
  const format = { columns: { transaction: 'Txn' }, dayOrder: 'day first', zone: 'UTC' };
  const about = { network_id: networkId, month: '2026-10', file_name: 'october.csv', format, lines: 1 };
  const statement = (await call('admin.networks.statements.begin', about)) as { statement_id: number };
  const line = { line: 2, day: null, transaction_id: 'unknown', goal_id: '', click_id: '', offer: '' };
  const lines = [{ ...line, micros: '1000000', currency: 'INR', status: 'approved' }];
  await call('admin.networks.statements.addLines', { ...statement, lines });
  return statement;
};

interface Entry {
  input?: () => unknown;
  writes: readonly AuditAction[];
}
const writes = (input: Entry['input'], ...actions: AuditAction[]): Entry => ({
  ...(input && { input }),
  writes: actions,
});

/** Mutations that this file does not call, and why: they write no audit row, or another test covers them. */
const notAudited: Record<string, string> = {
  'admin.identity.login': 'opens a session, which is itself a record',
  'admin.identity.logout': 'ends the admin’s own session',
  'admin.identity.loginByPasskey': 'opens a session, which is itself a record',
  'admin.identity.passkeyChallenge': 'changes nothing until the sign-in',
  'admin.identity.confirm': 'recorded as a security event',
  'admin.approvals.approve': 'tested with a second person in office/approvals',
  'admin.approvals.refuse': 'tested with a second person in office/approvals',
  'admin.approvals.withdraw': 'tested with a second person in office/approvals',
  'admin.audit.mayExport': 'runs before the export, which is recorded',
  'admin.preferences.set': 'a setting of the admin’s own screens',
  'admin.secondFactor.totpEnrollment': 'changes nothing until it is confirmed',
  'admin.secondFactor.passkeyCreationOptions': 'changes nothing until the passkey is added',
  'admin.secondFactor.confirmTotp': 'tested with an authenticator app in people/factors',
  'admin.secondFactor.removeTotp': 'tested with an authenticator app in people/factors',
  'admin.secondFactor.addPasskey': 'tested with a passkey in people/factors',
  'admin.secondFactor.removePasskey': 'tested with a passkey in people/factors',
  'admin.secondFactor.newRecoveryCodes': 'tested with a second factor in people/factors',
  'admin.views.save': 'a setting of the admin’s own lists',
  'admin.views.setDefault': 'a setting of the admin’s own lists',
  'admin.views.delete': 'a setting of the admin’s own lists',
  'admin.vouchers.check': 'saves nothing',
  'admin.postbacks.dryRun': 'saves nothing',
  'admin.networks.test': 'stores its own report',
  'admin.networks.feed.preview': 'fetches the feed and changes no offer',
  'admin.networks.statements.begin': 'recorded when the upload ends with the comparison',
  'admin.networks.statements.addLines': 'recorded when the upload ends with the comparison',
  'admin.networks.feed.take': 'tested with a feed in partners/feed',
};

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const openNewCase = async (): Promise<number> => {
  const user = await makeUser(core);
  const { offer_id } = await makeOffer(core);
  await makeClick(core, user, offer_id);
  await rewriteFacts(
    core,
    (sql) => sql`update clicks set created_at = now() - interval '30 days' where user_id = ${user.id}`,
  );
  await openCase(core.as(userActor(user.id)), { offer_id, message: 'Where is it?' });
  const [row] = await core.database.sql<{ id: number }[]>`select id from credit_cases where user_id = ${user.id}`;
  return row?.id ?? 0;
};

const table: Record<string, Entry> = {
  'admin.identity.register': writes(
    () => ({ username: 'second', email: 'second@example.com', password: 'not so common 1' }),
    'admins.create',
  ),
  'admin.spending.pause': writes(() => ({ part: 'sign_ups' }), 'pauses.start'),
  'admin.spending.resume': writes(async () => {
    await call('admin.spending.pause', { part: 'sign_ups' });
    return { part: 'sign_ups' };
  }, 'pauses.end'),
  'admin.spending.setCeiling': writes(() => ({ offer_id: null, period: 'day', rupees: 50_000 }), 'ceilings.set'),
  'admin.spending.liftCeiling': writes(async () => {
    await call('admin.spending.setCeiling', { offer_id: null, period: 'hour', rupees: 5000 });
    return { offer_id: null, period: 'hour' };
  }, 'ceilings.lift'),
  'admin.insights.sendTestPage': writes(undefined, 'operations.send_test_page'),
  'admin.offers.create': writes(
    () => ({ title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: 'audited' }),
    'offers.create',
  ),
  'admin.offers.update': writes(async () => ({ ...(await makeOffer(core)), title: 'Another' }), 'offers.update'),
  'admin.offers.deactivate': writes(async () => ({ offer_id: (await makeOffer(core)).offer_id }), 'offers.deactivate'),
  'admin.offers.bulk': writes(
    async () => ({ offer_ids: [(await makeOffer(core)).offer_id], action: 'archive' }),
    'offers.archive',
  ),
  'admin.offers.testClick': writes(async () => ({ offer_id: (await makeOffer(core)).offer_id }), 'offers.test_click'),
  'admin.offers.uploadPicture': writes(() => ({ use: 'offer', data: DOT }), 'pictures.upload'),
  'admin.vouchers.uploadMark': writes(() => ({ use: 'mark', data: DOT }), 'pictures.upload'),
  'admin.vouchers.saveBrand': writes(
    () => ({ voucher_type: 'zomato', voucher_brand: 'Zomato', use_url: 'https://www.zomato.com/', mark_url: null }),
    'vouchers.update_brand',
  ),
  'admin.vouchers.create': writes(() => ({ voucher_type: 'amazon', quantity: 1 }), 'vouchers.import'),
  'admin.vouchers.setStatus': writes(
    async () => ({ voucher_id: await addVoucher(), status: 'expired' }),
    'vouchers.set_status',
  ),
  'admin.vouchers.delete': writes(async () => ({ voucher_id: await addVoucher() }), 'vouchers.delete'),
  'admin.vouchers.reveal': writes(async () => ({ voucher_id: await addVoucher() }), 'vouchers.reveal'),
  'admin.vouchers.bulk': writes(
    async () => ({ voucher_ids: [await addVoucher(), await addVoucher()], action: 'delete' }),
    'vouchers.delete',
    'vouchers.delete',
  ),
  'admin.vouchers.resend': writes(
    async () => ({ voucher_id: (await makeWonVoucher()).voucherId, reason: 'lost' }),
    'vouchers.resend',
  ),
  'admin.vouchers.replace': writes(
    async () => ({ voucher_id: (await makeWonVoucher()).voucherId, reason: 'refused' }),
    'vouchers.replace',
  ),
  'admin.cases.close': writes(
    async () => ({ case_id: await openNewCase(), reason: 'The network says no' }),
    'cases.close',
  ),
  'admin.cases.bulkClose': writes(
    async () => ({ case_ids: [await openNewCase(), await openNewCase()], reason: 'The network says no' }),
    'cases.close',
    'cases.close',
  ),
  'admin.fraud.act': writes(async () => ({ action: 'flag_user', user_id: await makeUserId() }), 'users.flag'),
  'admin.fraud.applyToMatching': writes(async () => {
    const [row] = await core.database.sql<{ count: number }[]>`
      select count(*)::int from users where suspended_at is null and email like 'matching-%'`;
    await makeUser(core, { email: 'matching-1@example.invalid' });
    return { action: 'bulk_flag_users', search: 'matching-', expected: (row?.count ?? 0) + 1 };
  }, 'users.flag'),
  'admin.fraud.blockSources': writes(
    () => ({ action: 'block', kind: 'device', keys: ['audited-1', 'audited-2'] }),
    'devices.block',
    'devices.block',
  ),
  'admin.fraud.undo': writes(flagUser, 'users.unflag'),
  'admin.users.credit': writes(
    async () => ({ user_id: await makeUserId(), offer_id: (await makeOffer(core)).offer_id, reason: 'a screenshot' }),
    'completions.credit',
  ),
  'admin.users.endSessions': writes(signInUser, 'users.end_sessions'),
  'admin.users.setLegalHold': writes(
    async () => ({ user_id: await makeUserId(), reason: 'case 12' }),
    'users.place_legal_hold',
  ),
  'admin.networks.create': writes(() => ({ preset: 'ogads' }), 'networks.create'),
  'admin.networks.update': writes(() => ({ network_id: networkId, name: 'Another name' }), 'networks.update'),
  'admin.networks.rotateSecret': writes(
    () => ({ network_id: networkId, secret: 'another secret of it' }),
    'networks.rotate_secret',
  ),
  'admin.networks.postbackUrl': writes(() => ({ network_id: networkId }), 'networks.reveal_url'),
  'admin.networks.statements.compare': writes(() => uploadStatement(), 'networks.compare_statement'),
  'admin.networks.statements.accept': writes(async () => {
    const { statement_id } = await uploadStatement();
    await call('admin.networks.statements.compare', { statement_id });
    const [row] = await core.database.sql<{ id: number }[]>`
      select id from statement_differences where statement_id = ${statement_id}`;
    return { statement_id, difference_ids: [row?.id], reason: 'the network agrees' };
  }, 'networks.accept_differences'),
  'admin.webhooks.create': writes(
    () => ({ kind: 'webhook', name: 'Made', url: 'https://hooks.example.com/in' }),
    'webhooks.create',
  ),
  'admin.webhooks.update': writes(
    async () => ({ ...(await createEndpoint('Changed')), name: 'Other' }),
    'webhooks.update',
  ),
  'admin.webhooks.rotateSecret': writes(() => createEndpoint('Rotated'), 'webhooks.rotate_secret'),
  'admin.webhooks.remove': writes(() => createEndpoint('Removed'), 'webhooks.remove'),
  'admin.webhooks.test': writes(() => createEndpoint('Tested', `${receiverOrigin}/in`), 'webhooks.test'),
  'admin.webhooks.replay': writes(async () => {
    const failed_since = new Date(0).toISOString();
    return { ...(await createEndpoint('Replayed')), failed_since };
  }, 'webhooks.replay'),
  'admin.postbacks.replay': writes(() => ({ network_id: networkId }), 'postbacks.replay'),
  'admin.postbacks.match': writes(makeParkedPostback, 'postbacks.match', 'postbacks.judge'),
  'admin.networks.feed.save': writes(
    () => ({ network_id: networkId, settings: feedPresets[0]?.settings }),
    'networks.update_feed',
  ),
  'admin.admins.deactivate': writes(async () => ({ admin_id: (await makeAdmin(core)).id }), 'admins.deactivate'),
  'admin.admins.resetSecondFactor': writes(
    async () => ({ admin_id: (await makeAdmin(core)).id }),
    'admins.reset_factors',
  ),
  'admin.admins.setRole': writes(
    async () => ({ admin_id: (await makeAdmin(core)).id, role: 'support' }),
    'admins.set_role',
  ),
  'admin.admins.changePassword': writes(
    () => ({ currentPassword: PASSWORD, newPassword: 'not so common 2' }),
    'admins.change_password',
  ),
  'admin.admins.revokeSession': writes(async () => {
    const { sessionId } = await core.services.adminSessions.create(admin.id, { ip: null, userAgent: null });
    return { sessionId };
  }, 'admins.end_sessions'),
  'admin.admins.signOutEverywhere': writes(undefined, 'admins.end_sessions'),
  'admin.keys.issue': writes(() => ({ name: 'importer', scope: 'read' }), 'keys.issue'),
  'admin.keys.handOver': writes(async () => {
    await issueKey(core.as({ ...anyAdmin, id: admin.id }), { name: 'handed over', scope: 'read' });
    const [row] = await core.database.sql<{ id: number }[]>`select id from api_keys where name = 'handed over'`;
    return { key_id: row?.id ?? 0, admin_id: (await makeAdmin(core)).id };
  }, 'keys.transfer'),
  'admin.keys.revoke': writes(async () => {
    await issueKey(core.as({ ...anyAdmin, id: admin.id }), { name: 'old one', scope: 'read' });
    const [row] = await core.database.sql<{ id: number }[]>`select id from api_keys where name = 'old one'`;
    return { key_id: row?.id ?? 0 };
  }, 'keys.revoke'),
  'admin.audit.recordExport': writes(() => ({ list: 'offers', filters: {} }), 'offers.export'),
};

const call = (path: string, input: unknown): Promise<unknown> => {
  const context: Context = {
    services: { ...core.services, outgoingRequestPolicy: { trustedOrigin: receiverOrigin } },
    site: {
      brandName: 'B',
      supportEmail: 's@example.com',
      networkName: 'N',
      minimumAge: 13,
      deletionDays: 7,
      logRetentionDays: 400,
      grievanceOfficer: null,
      provider: { kind: 'none' },
    },
    request: {},
    caller: { ip: '192.0.2.9', userAgent: 'test' },
    cookieHeader: admin.cookieHeader,
    authorization: undefined,
    runOnceKey: undefined,
    setCookie: () => {},
  };
  let target: unknown = createCallerFactory(appRouter)(context);
  for (const name of path.split('.')) target = (target as Record<string, unknown>)[name];
  return (target as (input: unknown) => Promise<unknown>)(input);
};

test('lists every mutation of the back-office once', () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([path, { _def }]) => path.startsWith('admin.') && _def.type === 'mutation')
    .map(([path]) => path);
  expect([...Object.keys(table), ...Object.keys(notAudited)].toSorted()).toEqual(mutations.toSorted());
});

describe('writes its audit rows with the admin as actor:', () => {
  test.each(Object.entries(table))('%s', async (path, { input, writes: expected }) => {
    admin = await signInNewAdmin();
    const prepared = await input?.();
    const [before] = await core.database.sql<{ id: number }[]>`select coalesce(max(id), 0) as id from audit_entries`;
    await call(path, prepared);
    const rows = await core.database.sql<{ action: string; actor_kind: string; actor_id: number; ip: string }[]>`
      select action, actor_kind, actor_id, ip from audit_entries where id > ${before?.id ?? 0} order by id`;
    expect(rows).toEqual(
      expected.map((action) => ({ action, actor_kind: 'admin', actor_id: admin.id, ip: '192.0.2.9' })),
    );
  });
});
