import { randomUUID } from 'node:crypto';
import { getPermission, type Procedure, permissions, type Role, roles } from '@inaam/contracts/access/permissions';
import { type ErrorCode, findDomainError } from '@inaam/contracts/common/errors';
import { issueKey } from '@inaam/core/people/keys/api-keys';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { procedureInputs as inputs } from '@inaam/testing/procedure-inputs';
import { takeInTurn, takeSample } from '@inaam/testing/sampling';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHostRouter, appRouter, userHostRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { createCallerFactory } from './procedures.ts';

/**
 * Lists who may call which procedure. The list is written by hand, independent of the product's table. The first test
 * fails if a procedure is missing here. `public`: anybody. `registrar`: anybody, but a service key needs the scope
 * `users:register`. `user`: signed-in users. All other entries have the lowest admin role that may call the procedure,
 * and a word about service keys. `reads`: keys that may only read may call it, too. `writes`: only keys that may write.
 * `person`: no keys.
 */
type AdminAccess = `${Role} ${'reads' | 'writes' | 'person'}`;
type Access = 'public' | 'registrar' | 'user' | AdminAccess;
const table: Record<string, Access> = {
  'user.site': 'public',
  'user.identity.register': 'registrar',
  'user.identity.challenge': 'public',
  'user.identity.login': 'public',
  'user.identity.providerLogin': 'public',
  'user.identity.logout': 'public',
  'user.identity.me': 'user',
  'user.offers.list': 'user',
  'user.clicks.create': 'user',
  'user.cases.list': 'user',
  'user.cases.facts': 'user',
  'user.cases.open': 'user',
  'user.spins.spin': 'user',
  'user.insights.stats': 'user',
  'user.vouchers.markUsed': 'user',
  'user.vouchers.notices': 'user',
  'user.vouchers.dismissNotice': 'user',
  'user.account.overview': 'user',
  'user.account.resendVerification': 'user',
  'user.account.verifyByCode': 'user',
  'user.account.describeLink': 'public',
  'user.account.verifyByLink': 'public',
  'user.account.finishSignUp': 'public',
  'user.account.requestReset': 'public',
  'user.account.resetPassword': 'public',
  'user.account.requestSignInLink': 'public',
  'user.account.signInByLink': 'public',
  'user.account.passkeyChallenge': 'public',
  'user.account.signInByPasskey': 'public',
  'user.account.changeNames': 'user',
  'user.account.chooseLanguage': 'user',
  'user.account.changePassword': 'user',
  'user.account.requestEmailChange': 'user',
  'user.account.confirmEmailByCode': 'user',
  'user.account.confirmEmailByLink': 'public',
  'user.account.undoEmailChange': 'public',
  'user.account.acceptTexts': 'user',
  'user.account.sessions': 'user',
  'user.account.endSession': 'user',
  'user.account.endOtherSessions': 'user',
  'user.account.passkeyCreationOptions': 'user',
  'user.account.addPasskey': 'user',
  'user.account.removePasskey': 'user',
  'user.account.export': 'user',
  'user.account.requestDeletion': 'user',
  'user.account.keepAccount': 'user',
  'user.fairness.days': 'public',
  'user.fairness.place': 'user',
  'user.messages.choices': 'user',
  'user.messages.choose': 'user',
  'user.messages.bell': 'user',
  'user.messages.read': 'user',
  'user.messages.push': 'user',
  'user.messages.subscribe': 'user',
  'user.messages.unsubscribe': 'user',
  'admin.site': 'public',
  'admin.identity.login': 'public',
  'admin.identity.logout': 'public',
  // Public because the first admin has no session; the procedure itself requires a session or the setup token.
  'admin.identity.register': 'public',
  'admin.identity.loginByPasskey': 'public',
  'admin.identity.passkeyChallenge': 'public',
  'admin.identity.confirm': 'analyst person',
  'admin.secondFactor.get': 'analyst person',
  'admin.secondFactor.totpEnrollment': 'analyst person',
  'admin.secondFactor.confirmTotp': 'analyst person',
  'admin.secondFactor.removeTotp': 'analyst person',
  'admin.secondFactor.passkeyCreationOptions': 'analyst person',
  'admin.secondFactor.addPasskey': 'analyst person',
  'admin.secondFactor.removePasskey': 'analyst person',
  'admin.secondFactor.newRecoveryCodes': 'analyst person',
  'admin.admins.resetSecondFactor': 'owner person',
  'admin.identity.me': 'analyst person',
  'admin.insights.dashboard': 'analyst reads',
  'admin.insights.todos': 'analyst reads',
  'admin.insights.checklist': 'manager reads',
  'admin.insights.report': 'analyst reads',
  'admin.insights.watch': 'analyst reads',
  'admin.spending.get': 'analyst reads',
  'admin.spending.pause': 'owner person',
  'admin.spending.resume': 'owner person',
  'admin.spending.setCeiling': 'owner person',
  'admin.spending.liftCeiling': 'owner person',
  'admin.insights.sendTestPage': 'manager person',
  'admin.offers.list': 'analyst reads',
  'admin.offers.create': 'manager writes',
  'admin.offers.update': 'manager writes',
  'admin.offers.deactivate': 'manager writes',
  'admin.offers.bulk': 'manager writes',
  'admin.offers.compare': 'analyst reads',
  'admin.vouchers.list': 'analyst reads',
  'admin.vouchers.file': 'analyst reads',
  'admin.vouchers.create': 'manager writes',
  'admin.vouchers.setStatus': 'manager writes',
  'admin.vouchers.delete': 'manager writes',
  'admin.completions.list': 'analyst reads',
  'admin.completions.file': 'analyst reads',
  'admin.completions.completionTrace': 'analyst reads',
  'admin.completions.draws': 'analyst reads',
  'admin.clicks.list': 'analyst reads',
  'admin.clicks.file': 'analyst reads',
  'admin.cases.list': 'analyst reads',
  'admin.cases.get': 'analyst reads',
  'admin.cases.close': 'support writes',
  'admin.cases.bulkClose': 'support writes',
  'admin.users.list': 'analyst reads',
  'admin.users.file': 'analyst reads',
  'admin.users.detail': 'analyst reads',
  'admin.users.profile': 'analyst reads',
  'admin.fraud.list': 'analyst reads',
  'admin.fraud.act': 'support writes',
  'admin.fraud.applyToMatching': 'support writes',
  'admin.fraud.blockSources': 'support writes',
  'admin.fraud.undo': 'support writes',
  'admin.fraud.impact': 'analyst reads',
  'admin.fraud.evidence': 'analyst reads',
  'admin.users.credit': 'support writes',
  'admin.users.endSessions': 'support writes',
  'admin.users.setLegalHold': 'owner person',
  'admin.vouchers.resend': 'support writes',
  'admin.vouchers.replace': 'manager writes',
  'admin.lookup.find': 'analyst reads',
  'admin.preferences.get': 'analyst person',
  'admin.preferences.set': 'analyst person',
  'admin.views.list': 'analyst person',
  'admin.views.save': 'analyst person',
  'admin.views.setDefault': 'analyst person',
  'admin.views.delete': 'analyst person',
  'admin.offers.detail': 'analyst reads',
  'admin.networks.list': 'analyst reads',
  'admin.networks.presets': 'analyst reads',
  'admin.networks.get': 'analyst reads',
  'admin.networks.setup': 'analyst reads',
  'admin.networks.create': 'manager person',
  'admin.networks.update': 'manager person',
  'admin.networks.rotateSecret': 'manager person',
  'admin.networks.postbackUrl': 'manager person',
  'admin.networks.health': 'analyst reads',
  'admin.postbacks.list': 'analyst reads',
  'admin.postbacks.get': 'analyst reads',
  'admin.postbacks.replay': 'manager writes',
  'admin.postbacks.dryRun': 'analyst reads',
  'admin.postbacks.match': 'support writes',
  'admin.networks.test': 'manager person',
  'admin.networks.tests': 'analyst reads',
  'admin.networks.statements.list': 'analyst reads',
  'admin.networks.statements.differences': 'analyst reads',
  'admin.networks.statements.groups': 'analyst reads',
  'admin.networks.statements.begin': 'manager person',
  'admin.networks.statements.addLines': 'manager person',
  'admin.networks.statements.compare': 'manager person',
  'admin.networks.statements.accept': 'manager person',
  'admin.networks.feed.get': 'analyst reads',
  'admin.networks.feed.save': 'manager person',
  'admin.networks.feed.preview': 'manager writes',
  'admin.networks.feed.take': 'manager writes',
  'admin.offers.testClick': 'manager writes',
  'admin.offers.uploadPicture': 'manager writes',
  'admin.vouchers.brands': 'analyst reads',
  'admin.vouchers.saveBrand': 'manager writes',
  'admin.vouchers.uploadMark': 'manager writes',
  'admin.vouchers.forecast': 'analyst reads',
  'admin.vouchers.check': 'manager reads',
  'admin.vouchers.reveal': 'manager writes',
  'admin.vouchers.bulk': 'manager writes',
  'admin.admins.list': 'manager person',
  'admin.admins.deactivate': 'manager person',
  'admin.admins.setRole': 'manager person',
  'admin.admins.changePassword': 'analyst person',
  'admin.admins.sessions': 'analyst person',
  'admin.admins.revokeSession': 'analyst person',
  'admin.admins.signOutEverywhere': 'analyst person',
  'admin.keys.list': 'owner person',
  'admin.keys.issue': 'owner person',
  'admin.keys.handOver': 'owner person',
  'admin.keys.revoke': 'owner person',
  'admin.approvals.list': 'manager person',
  'admin.approvals.approve': 'owner person',
  'admin.approvals.refuse': 'owner person',
  'admin.approvals.withdraw': 'manager person',
  'admin.audit.list': 'analyst reads',
  'admin.audit.recordExport': 'analyst reads',
  'admin.audit.mayExport': 'analyst reads',
  'admin.securityEvents.list': 'manager reads',
  'admin.messages.list': 'analyst reads',
  'admin.webhooks.endpoints': 'manager person',
  'admin.webhooks.deliveries': 'manager person',
  'admin.webhooks.delivery': 'manager person',
  'admin.webhooks.create': 'manager person',
  'admin.webhooks.update': 'manager person',
  'admin.webhooks.rotateSecret': 'manager person',
  'admin.webhooks.remove': 'manager person',
  'admin.webhooks.test': 'manager person',
  'admin.webhooks.replay': 'manager person',
};

type Paths<Branch, Name extends string> = {
  [Key in keyof Branch & string]: Branch[Key] extends { _def: { $types: unknown } }
    ? `${Name}.${Key}`
    : Paths<Branch[Key], `${Name}.${Key}`>;
}[keyof Branch & string];
type ProcedurePath = Paths<(typeof adminHostRouter)['_def']['record']['admin'], 'admin'>;

let core: TestCore;
let ids: { user: number } & Record<Role, number>;
let keys: { 'read key': string; 'write key': string };
beforeAll(async () => {
  core = await createTestCore({ verifyIdToken: () => Promise.reject(new Error('no provider here')) });
  await makeNetwork(core);
  await makeOffer(core);
  const createAdminId = async (role: Role) => (await makeAdmin(core, 'a password for admins', role)).id;
  ids = {
    user: (await makeUser(core)).id,
    analyst: await createAdminId('analyst'),
    support: await createAdminId('support'),
    manager: await createAdminId('manager'),
    owner: await createAdminId('owner'),
  };
  keys = {
    'read key': await issueKey(core.as({ ...anyAdmin, id: ids.owner }), { name: 'reader', scope: 'read' }),
    'write key': await issueKey(core.as({ ...anyAdmin, id: ids.owner }), { name: 'writer', scope: 'read_write' }),
  };
});
afterAll(() => core.close());

type Who = 'guest' | 'user' | Role | 'read key' | 'write key';
const everyone: Who[] = ['guest', 'user', ...roles, 'read key', 'write key'];
const isPerson = (who: Who): who is 'user' | Role => who === 'user' || roles.some((role) => role === who);
type Credentials = Pick<Context, 'cookieHeader' | 'authorization'>;

/** Creates a new session for each call, because some procedures end it. */
async function createCookie(who: 'user' | Role): Promise<string> {
  const { userSessions, adminSessions } = core.services;
  const { cookie } = await (who === 'user' ? userSessions : adminSessions).create(ids[who], {
    ip: null,
    userAgent: null,
  });
  return `${cookie.name}=${cookie.value}`;
}

async function getCredentials(who: Who): Promise<Credentials> {
  if (who === 'guest') return { cookieHeader: undefined, authorization: undefined };
  if (isPerson(who)) return { cookieHeader: await createCookie(who), authorization: undefined };
  return { cookieHeader: undefined, authorization: `Bearer ${keys[who]}` };
}

const procedures = (router: typeof appRouter | typeof userHostRouter | typeof adminHostRouter) =>
  Object.keys(router._def.procedures).sort();

const call = (
  path: string,
  credentials: Credentials,
  services = core.services,
  given: unknown = inputs[path],
): Promise<unknown> => {
  const context: Context = {
    services,
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
    ...credentials,
    runOnceKey: undefined,
    setCookie: () => {},
  };
  const caller = createCallerFactory(appRouter)(context) as unknown as Record<string, unknown>;
  let target: unknown = caller;
  for (const name of path.split('.')) target = (target as Record<string, unknown>)[name];
  return (target as (input: unknown) => Promise<unknown>)(given);
};

const refusals: ErrorCode[] = [
  'NOT_SIGNED_IN',
  'ROLE_TOO_LOW',
  'KEY_READ_ONLY',
  'KEY_OUT_OF_SCOPE',
  'KEY_NOT_A_PERSON',
];

/** Returns why access is refused; undefined if access is granted, even if the call fails later. */
async function getRefusal(path: string, credentials: Credentials): Promise<ErrorCode | undefined> {
  try {
    await call(path, credentials);
    return undefined;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const code = findDomainError(error)?.code;
    return refusals.find((each) => each === code);
  }
}

/** Procedures that even a key that may write cannot call, because they return voucher codes. */
const codes = ['admin.vouchers.reveal'];

function getExpectedError(path: string, access: Access, who: Who): ErrorCode | undefined {
  if (access === 'public') return undefined;
  // A key replaces other credentials, so a key without the scope is refused.
  if (access === 'registrar') return who.endsWith(' key') ? 'KEY_OUT_OF_SCOPE' : undefined;
  if (access === 'user') return who === 'user' ? undefined : 'NOT_SIGNED_IN';
  if (who === 'guest' || who === 'user') return 'NOT_SIGNED_IN';
  const [least, kind] = access.split(' ') as [Role, 'reads' | 'writes' | 'person'];
  if (isPerson(who)) return roles.indexOf(who as Role) < roles.indexOf(least) ? 'ROLE_TOO_LOW' : undefined;
  if (kind === 'person') return 'KEY_NOT_A_PERSON';
  if (who === 'read key') return kind === 'writes' ? 'KEY_READ_ONLY' : undefined;
  return codes.includes(path) ? 'KEY_OUT_OF_SCOPE' : undefined;
}

test('lists exactly the existing procedures', () => {
  expect(procedures(appRouter)).toEqual(Object.keys(table).sort());
});

test('serves only its own branch on each host', () => {
  expect(procedures(userHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('user.')));
  expect(procedures(adminHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('admin.')));
});

// `admin.identity.register` itself requires an admin in person as soon as an admin exists.
const getRequiredAccess = (path: string, access: Access) =>
  path === 'admin.identity.register' ? 'manager person' : access;
// A normal run tests each procedure with one caller per expected answer, a long run with every caller.
const pairs = Object.entries(table).flatMap(([path, access], index) => {
  const byAnswer = Map.groupBy(everyone, (who) => getExpectedError(path, getRequiredAccess(path, access), who));
  return [...byAnswer.values()]
    .flatMap((callers) => takeInTurn(callers, index))
    .map((who) => [path, access, who] as const);
});
test.each(pairs)('grants or refuses access as listed: %s (%s), called by: %s', async (path, access, who) => {
  expect(await getRefusal(path, await getCredentials(who))).toBe(
    getExpectedError(path, getRequiredAccess(path, access), who),
  );
});

test('has a permission for exactly the procedures of the back-office', () => {
  // The compiler names the missing path: "Property 'admin.…' is missing".
  const withoutPermission: Record<Exclude<ProcedurePath, Procedure>, never> = {};
  const withoutProcedure: Record<Exclude<Procedure, ProcedurePath>, never> = {};
  // @ts-expect-error Property 'admin.offers.forgotten' is missing
  const forgotten: Record<Exclude<ProcedurePath | 'admin.offers.forgotten', Procedure>, never> = {};
  expect([withoutPermission, withoutProcedure, forgotten]).toEqual([{}, {}, {}]);
  expect(procedures(adminHostRouter)).toEqual(Object.keys(permissions).toSorted());
  expect(getPermission('admin.offers.forgotten')).toBeUndefined();
  expect(getPermission('constructor')).toBeUndefined();
});

/** Procedures for which a stolen cookie must not be enough, listed by hand to check the product's table. */
const sensitive = [
  'admin.keys.issue',
  'admin.keys.revoke',
  'admin.keys.handOver',
  'admin.identity.register',
  'admin.admins.deactivate',
  'admin.admins.setRole',
  'admin.admins.resetSecondFactor',
  'admin.networks.create',
  'admin.networks.update',
  'admin.networks.rotateSecret',
  'admin.networks.postbackUrl',
  'admin.networks.feed.save',
  'admin.vouchers.reveal',
  'admin.users.credit',
  'admin.webhooks.create',
  'admin.webhooks.update',
  'admin.webhooks.rotateSecret',
  'admin.webhooks.remove',
  'admin.approvals.approve',
];
/**
 * These require proof of identity even from an admin without a second factor. Otherwise, an attacker with a stolen
 * cookie could add a factor and keep access.
 */
const factorProcedures = Object.keys(table).filter(
  (path) => path.startsWith('admin.secondFactor.') && path !== 'admin.secondFactor.get',
);

describe('with an identity proof older than five minutes', () => {
  const getErrorWithOldProof = async (path: string, withFactor: boolean, given?: unknown, role: Role = 'owner') => {
    const cookieHeader = await createCookie(role);
    await core.database.sql`update admin_sessions set verified_identity_at = now() - interval '301 seconds'`;
    await core.database.sql`delete from admin_passkeys`;
    if (withFactor) {
      await core.database.sql`
        insert into admin_passkeys (id, admin_id, public_key, counter, transports, name)
        values ('none', ${ids[role]}, '', 0, '', 'Key')`;
    }
    const answer = call(path, { cookieHeader, authorization: undefined }, core.services, given);
    return answer.then(
      () => undefined,
      (error: unknown) => findDomainError(error)?.code,
    );
  };
  afterAll(() => core.database.sql`delete from admin_passkeys`);

  test('requires step-up for each sensitive procedure, but not for four others', async () => {
    const requiring: string[] = [];
    const others = ['admin.offers.list', 'admin.fraud.act', 'admin.networks.test', 'admin.admins.sessions'];
    for (const path of [...sensitive, ...factorProcedures, ...others]) {
      if ((await getErrorWithOldProof(path, true)) === 'STEP_UP_REQUIRED') requiring.push(path);
    }
    expect(requiring).toEqual([...sensitive, ...factorProcedures]);
  });

  test('requires no step-up from admins without a second factor, except to change their factors', async () => {
    for (const path of takeSample(sensitive, 3))
      expect(await getErrorWithOldProof(path, false)).not.toBe('STEP_UP_REQUIRED');
    for (const path of factorProcedures) expect(await getErrorWithOldProof(path, false)).toBe('STEP_UP_REQUIRED');
  });

  test('requires step-up to change odds or the network of an offer, but not other fields', async () => {
    const { offer_id } = await makeOffer(core, { spinner_config: [{ amount: 5, permille: 10 }] });
    const makeOfferInput = () => ({
      title: 'T',
      description: 'D',
      offer_url: 'https://a.example',
      external_offer_id: randomUUID(),
    });
    const other = { rewards: [{ amount: 5, probability: 2 }] };
    const [{ currentNetwork } = {}] = await core.database
      .sql`select network_id as "currentNetwork" from offers where id = ${offer_id}`;
    const tried = {
      'made with odds': await getErrorWithOldProof('admin.offers.create', true, {
        ...makeOfferInput(),
        spinner_config: other,
      }),
      'made without odds': await getErrorWithOldProof('admin.offers.create', true, makeOfferInput()),
      'other odds': await getErrorWithOldProof('admin.offers.update', true, { offer_id, spinner_config: other }),
      'another network': await getErrorWithOldProof('admin.offers.update', true, {
        offer_id,
        network_id: String(Number(currentNetwork) + 1),
      }),
      'a title': await getErrorWithOldProof('admin.offers.update', true, { offer_id, title: 'Other' }),
      'the same odds': await getErrorWithOldProof('admin.offers.update', true, {
        offer_id,
        title: 'Another',
        network_id: String(currentNetwork),
        spinner_config: { rewards: [{ amount: 5, probability: 1 }] },
      }),
    };
    expect(tried).toEqual({
      'made with odds': 'STEP_UP_REQUIRED',
      'made without odds': undefined,
      'other odds': 'STEP_UP_REQUIRED',
      'another network': 'STEP_UP_REQUIRED',
      'a title': undefined,
      'the same odds': undefined,
    });
    const [stored] = await core.database
      .sql`select count(*)::int as versions from offer_odds where offer_id = ${offer_id}`;
    expect(stored).toEqual({ versions: 1 });
  });

  const withCodes: [path: string, input: () => object][] = [
    ['admin.vouchers.list', () => ({})],
    ['admin.vouchers.file', () => ({})],
    ['admin.completions.list', () => ({})],
    ['admin.completions.file', () => ({})],
    ['admin.clicks.list', () => ({})],
    ['admin.clicks.file', () => ({})],
    ['admin.users.detail', () => ({ user_id: ids.user })],
  ];

  test.each(withCodes)('requires step-up for %s with voucher codes in clear', async (path, input) => {
    expect(await getErrorWithOldProof(path, true, { ...input(), codes: 'plain' })).toBe('STEP_UP_REQUIRED');
    expect(await getErrorWithOldProof(path, true, { ...input(), codes: 'masked' })).toBeUndefined();
    // Codes in clear are the default.
    expect(await getErrorWithOldProof(path, true, input())).toBe('STEP_UP_REQUIRED');
    // An analyst always gets masked codes.
    expect(await getErrorWithOldProof(path, true, { ...input(), codes: 'plain' }, 'analyst')).toBeUndefined();
    // A recent sign-in counts as proof.
    const fresh = { cookieHeader: await createCookie('owner'), authorization: undefined };
    await expect(call(path, fresh, core.services, { ...input(), codes: 'plain' })).resolves.toBeDefined();
  });

  test('requires step-up to export voucher codes, but not for an export without any', async () => {
    await addStock(core, { amount: 903, count: 1 });
    const path = 'admin.audit.mayExport';
    const file = (filters: object) => ({ list: 'vouchers', filters, reason: 'a test' });
    expect(await getErrorWithOldProof(path, true, file({ amount_range: '501-1000' }))).toBe('STEP_UP_REQUIRED');
    expect(await getErrorWithOldProof(path, true, file({ search: 'no such code' }))).toBeUndefined();
  });
});

test('allows only sign-in, sign-out and the setup of a second factor while a required factor is missing', async () => {
  const { backOfficePolicy } = core.services;
  const strict = { ...core.services, backOfficePolicy: { ...backOfficePolicy, secondFactorRequired: true } };
  const allowed: string[] = [];
  for (const path of Object.keys(permissions)) {
    const error = await call(
      path,
      { cookieHeader: await createCookie('analyst'), authorization: undefined },
      strict,
    ).then(
      () => undefined,
      (thrown: unknown) => findDomainError(thrown)?.code,
    );
    if (!['SECOND_FACTOR_NOT_SET', 'ROLE_TOO_LOW'].includes(error ?? '')) allowed.push(path);
  }
  expect(allowed.toSorted()).toEqual(
    [
      'admin.site',
      'admin.identity.login',
      'admin.identity.logout',
      'admin.identity.loginByPasskey',
      'admin.identity.passkeyChallenge',
      'admin.identity.me',
      'admin.identity.confirm',
      'admin.secondFactor.get',
      ...factorProcedures,
    ].toSorted(),
  );
});

test('uses the cookie of the called realm, user or admin, when the request has both', async () => {
  const cookieHeader = `${await createCookie('user')}; ${await createCookie('owner')}`;
  const both = { cookieHeader, authorization: undefined };
  expect(await call('user.identity.me', both)).toHaveProperty('firstName');
  expect(await call('admin.identity.me', both)).toHaveProperty('username');
});

test('allows users at a blocked IP address only sign-out, the site’s settings and the published draws', async () => {
  await core.database.sql`insert into ip_addresses (address, blocked_at) values ('192.0.2.9', now())
    on conflict (address) do update set blocked_at = excluded.blocked_at`;
  try {
    const open = ['user.site', 'user.identity.logout', 'user.fairness.days'];
    for (const path of procedures(userHostRouter)) {
      for (const cookieHeader of [undefined, await createCookie('user')]) {
        const answer = call(path, { cookieHeader, authorization: undefined });
        if (open.includes(path)) await answer;
        else await expect(answer, path).rejects.toThrow('Access from this network or device is blocked');
      }
    }
    expect(await getRefusal('admin.identity.me', await getCredentials('owner'))).toBeUndefined();
  } finally {
    await core.database.sql`update ip_addresses set blocked_at = null where address = '192.0.2.9'`;
  }
});

test('uses a key instead of a cookie, even if the key is invalid', async () => {
  const cookieHeader = await createCookie('owner');
  for (const authorization of [
    '',
    'Bearer',
    'Bearer nothing',
    `Basic ${keys['write key']}`,
    `Bearer ${keys['write key']}x`,
  ]) {
    expect(await getRefusal('admin.offers.list', { cookieHeader, authorization })).toBe('NOT_SIGNED_IN');
    expect(await getRefusal('admin.identity.me', { cookieHeader, authorization })).toBe('NOT_SIGNED_IN');
  }
  const reader = { cookieHeader, authorization: `bearer ${keys['read key']}` };
  expect(await getRefusal('admin.offers.create', reader)).toBe('KEY_READ_ONLY');
  expect(await getRefusal('admin.offers.list', reader)).toBeUndefined();
});

test('ignores service keys in calls of user procedures', async () => {
  const authorization = `Bearer ${keys['write key']}`;
  expect(await getRefusal('user.offers.list', { cookieHeader: undefined, authorization })).toBe('NOT_SIGNED_IN');
  expect(
    await getRefusal('user.offers.list', { cookieHeader: await createCookie('user'), authorization }),
  ).toBeUndefined();
});
