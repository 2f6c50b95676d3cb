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

/** What the back-office changes is written down: every mutation, done once, leaves the audit rows that stand here. */

let core: TestCore;
let network: TestNetwork;
let networkId: number;
/** Who does it all; a new one for what ends sessions. */
let admin: { id: number; cookieHeader: string; sessionId: string };

/** Takes whatever is sent to it. */
const receiver = createServer((_, response) => response.writeHead(204).end());
let receiverOrigin: string;

const PASSWORD = 'a password for admins';

async function enter() {
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

let last = 900;
/** A code in stock of an amount of its own. */
async function inStock() {
  const amount = ++last;
  const [code = ''] = await addStock(core, { amount, count: 1 });
  const [id = 0] = await findVoucherIds(core, [code]);
  return id;
}
async function won() {
  const amount = ++last;
  await addStock(core, { amount, count: 2 });
  const { voucherId, user } = await makeWinner(core, network, amount);
  return { voucherId: voucherId ?? 0, user };
}
const parked = async () => {
  const { offer_id: offerId } = await makeOffer(core);
  const clickId = await makeClick(core, await makeUser(core), offerId);
  const transaction_id = `audited-${clickId}`;
  await postback(core, network, { click_id: 'nobody-knows-it', transaction_id, status: 'approved' });
  const [row] = await core.database.sql<{ id: number }[]>`
    select id from postbacks where transaction_id = ${transaction_id}`;
  return { postback_id: row?.id ?? 0, click_id: clickId };
};
const person = async () => (await makeUser(core)).id;
const flagged = async () => {
  const { undo } = (await call('admin.fraud.act', { action: 'flag_user', user_id: await person() })) as {
    undo: string;
  };
  return { step: undo };
};
const signedIn = async () => {
  const id = await person();
  await core.services.userSessions.create(id, { ip: null, userAgent: null });
  return { user_id: id };
};

const endpoint = async (name: string, url = 'https://hooks.example.com/in') => {
  const input = { kind: 'webhook', name, url };
  const made = (await call('admin.webhooks.create', input)) as { endpoint: { endpoint_id: number } };
  return { endpoint_id: made.endpoint.endpoint_id };
};

interface Entry {
  input?: () => unknown;
  writes: readonly AuditAction[];
}
const writes = (input: Entry['input'], ...actions: AuditAction[]): Entry => ({
  ...(input && { input }),
  writes: actions,
});

/** What changes nothing that others rely on, or is tried where a partner's server can be had. */
const notHere: Record<string, string> = {
  'admin.identity.login': 'opens a session, which is a record itself',
  'admin.identity.logout': 'ends a session of one’s own',
  'admin.identity.loginByPasskey': 'opens a session, which is a record itself',
  'admin.identity.passkeyChallenge': 'is answered by a sign-in',
  'admin.identity.confirm': 'security events have it',
  'admin.approvals.approve': 'core/approvals/approvals.test.ts has a second person',
  'admin.approvals.refuse': 'core/approvals/approvals.test.ts has a second person',
  'admin.approvals.withdraw': 'core/approvals/approvals.test.ts has a second person',
  'admin.audit.mayExport': 'asks before the file, which is recorded itself',
  'admin.preferences.set': 'what an admin’s own screens show',
  'admin.secondFactor.totpEnrollment': 'counts once it is confirmed',
  'admin.secondFactor.passkeyCreationOptions': 'counts once it is made',
  'admin.secondFactor.confirmTotp': 'core/second-factor/second-factor.test.ts has an app',
  'admin.secondFactor.removeTotp': 'core/second-factor/second-factor.test.ts has an app',
  'admin.secondFactor.addPasskey': 'core/second-factor/second-factor.test.ts has a passkey',
  'admin.secondFactor.removePasskey': 'core/second-factor/second-factor.test.ts has a passkey',
  'admin.secondFactor.newRecoveryCodes': 'core/second-factor/second-factor.test.ts has a second factor',
  'admin.views.save': 'how an admin’s own lists look',
  'admin.views.setDefault': 'how an admin’s own lists look',
  'admin.views.delete': 'how an admin’s own lists look',
  'admin.vouchers.check': 'saves nothing',
  'admin.postbacks.dryRun': 'saves nothing',
  'admin.networks.test': 'its report is its record',
  'admin.networks.feed.preview': 'asks the network and changes no offer',
  'admin.networks.feed.take': 'core/partners/feed/import.test.ts has a feed to take',
};

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A case that waits for its end. */
const opened = async (): Promise<number> => {
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
    async () => ({ voucher_id: await inStock(), status: 'expired' }),
    'vouchers.set_status',
  ),
  'admin.vouchers.delete': writes(async () => ({ voucher_id: await inStock() }), 'vouchers.delete'),
  'admin.vouchers.reveal': writes(async () => ({ voucher_id: await inStock() }), 'vouchers.reveal'),
  'admin.vouchers.bulk': writes(
    async () => ({ voucher_ids: [await inStock(), await inStock()], action: 'delete' }),
    'vouchers.delete',
    'vouchers.delete',
  ),
  'admin.vouchers.resend': writes(
    async () => ({ voucher_id: (await won()).voucherId, reason: 'lost' }),
    'vouchers.resend',
  ),
  'admin.vouchers.replace': writes(
    async () => ({ voucher_id: (await won()).voucherId, reason: 'refused' }),
    'vouchers.replace',
  ),
  'admin.cases.close': writes(async () => ({ case_id: await opened(), reason: 'The network says no' }), 'cases.close'),
  'admin.cases.bulkClose': writes(
    async () => ({ case_ids: [await opened(), await opened()], reason: 'The network says no' }),
    'cases.close',
    'cases.close',
  ),
  'admin.fraud.act': writes(async () => ({ action: 'flag_user', user_id: await person() }), 'users.flag'),
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
  'admin.fraud.undo': writes(flagged, 'users.unflag'),
  'admin.users.credit': writes(
    async () => ({ user_id: await person(), offer_id: (await makeOffer(core)).offer_id, reason: 'a screenshot' }),
    'completions.credit',
  ),
  'admin.users.endSessions': writes(signedIn, 'users.end_sessions'),
  'admin.networks.create': writes(() => ({ preset: 'ogads' }), 'networks.create'),
  'admin.networks.update': writes(() => ({ network_id: networkId, name: 'Another name' }), 'networks.update'),
  'admin.networks.rotateSecret': writes(
    () => ({ network_id: networkId, secret: 'another secret of it' }),
    'networks.rotate_secret',
  ),
  'admin.networks.postbackUrl': writes(() => ({ network_id: networkId }), 'networks.reveal_url'),
  'admin.webhooks.create': writes(
    () => ({ kind: 'webhook', name: 'Made', url: 'https://hooks.example.com/in' }),
    'webhooks.create',
  ),
  'admin.webhooks.update': writes(async () => ({ ...(await endpoint('Changed')), name: 'Other' }), 'webhooks.update'),
  'admin.webhooks.rotateSecret': writes(() => endpoint('Rotated'), 'webhooks.rotate_secret'),
  'admin.webhooks.remove': writes(() => endpoint('Removed'), 'webhooks.remove'),
  'admin.webhooks.test': writes(() => endpoint('Tested', `${receiverOrigin}/in`), 'webhooks.test'),
  'admin.webhooks.replay': writes(async () => {
    const failed_since = new Date(0).toISOString();
    return { ...(await endpoint('Replayed')), failed_since };
  }, 'webhooks.replay'),
  'admin.postbacks.replay': writes(() => ({ network_id: networkId }), 'postbacks.replay'),
  'admin.postbacks.match': writes(parked, 'postbacks.match', 'postbacks.judge'),
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
      provider: { kind: 'none' },
    },
    request: {},
    caller: { ip: '192.0.2.9', userAgent: 'test' },
    cookieHeader: admin.cookieHeader,
    authorization: undefined,
    once: undefined,
    setCookie: () => {},
  };
  let target: unknown = createCallerFactory(appRouter)(context);
  for (const name of path.split('.')) target = (target as Record<string, unknown>)[name];
  return (target as (input: unknown) => Promise<unknown>)(input);
};

test('every mutation of the back-office stands here, once', () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([path, { _def }]) => path.startsWith('admin.') && _def.type === 'mutation')
    .map(([path]) => path);
  expect([...Object.keys(table), ...Object.keys(notHere)].toSorted()).toEqual(mutations.toSorted());
});

describe('leaves in the audit log, under the admin’s name', () => {
  test.each(Object.entries(table))('%s', async (path, { input, writes: expected }) => {
    admin = await enter();
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
