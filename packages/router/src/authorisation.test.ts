import { domainErrorOf, type ErrorCode } from '@inaam/contracts/common/errors';
import { issueKey } from '@inaam/core/identity/api-keys';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { procedureInputs as inputs } from '@inaam/testing/procedure-inputs';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHostRouter, appRouter, userHostRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { createCallerFactory } from './procedures.ts';

/**
 * Who may call what. A procedure that is not written down here fails the first test. `admin`: services with a key, too,
 * and if `reads` is said also those that may only read; `person`: signed-in admins in person.
 */
type Access = 'public' | 'user' | 'admin' | 'admin reads' | 'person';
const table: Record<string, Access> = {
  'user.site': 'public',
  'user.identity.register': 'public',
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
  'user.account.verifyByLink': 'public',
  'user.account.finishSignUp': 'public',
  'user.account.requestReset': 'public',
  'user.account.resetPassword': 'public',
  'user.account.requestSignInLink': 'public',
  'user.account.signInByLink': 'public',
  'user.account.passkeyChallenge': 'public',
  'user.account.signInByPasskey': 'public',
  'user.account.changeNames': 'user',
  'user.account.changePassword': 'user',
  'user.account.requestEmailChange': 'user',
  'user.account.confirmEmailByCode': 'user',
  'user.account.confirmEmailByLink': 'public',
  'user.account.undoEmailChange': 'public',
  'user.account.acceptTexts': 'user',
  'user.account.sessions': 'user',
  'user.account.endSession': 'user',
  'user.account.endOtherSessions': 'user',
  'user.account.passkeyToMake': 'user',
  'user.account.addPasskey': 'user',
  'user.account.removePasskey': 'user',
  'user.account.export': 'user',
  'user.account.requestDeletion': 'user',
  'user.account.keepAccount': 'user',
  'user.messages.choices': 'user',
  'user.messages.choose': 'user',
  'admin.site': 'public',
  'admin.identity.login': 'public',
  'admin.identity.logout': 'public',
  // Open at the door, because the first admin has no session; the rule itself asks for a session or the setup token.
  'admin.identity.register': 'public',
  'admin.identity.me': 'person',
  'admin.insights.dashboard': 'admin reads',
  'admin.insights.needs': 'admin reads',
  'admin.insights.report': 'admin reads',
  'admin.offers.list': 'admin reads',
  'admin.offers.create': 'admin',
  'admin.offers.update': 'admin',
  'admin.offers.deactivate': 'admin',
  'admin.vouchers.list': 'admin reads',
  'admin.vouchers.create': 'admin',
  'admin.vouchers.setStatus': 'admin',
  'admin.vouchers.delete': 'admin',
  'admin.completions.list': 'admin reads',
  'admin.completions.chain': 'admin reads',
  'admin.clicks.list': 'admin reads',
  'admin.cases.list': 'admin reads',
  'admin.cases.get': 'admin reads',
  'admin.cases.close': 'admin',
  'admin.users.list': 'admin reads',
  'admin.users.detail': 'admin reads',
  'admin.users.profile': 'admin reads',
  'admin.fraud.list': 'admin reads',
  'admin.fraud.act': 'admin',
  'admin.fraud.actOnMatching': 'admin',
  'admin.fraud.undo': 'admin',
  'admin.fraud.consequence': 'admin reads',
  'admin.fraud.evidence': 'admin reads',
  'admin.users.credit': 'admin',
  'admin.users.endSessions': 'admin',
  'admin.vouchers.resend': 'admin',
  'admin.vouchers.replace': 'admin',
  'admin.lookup.find': 'admin reads',
  'admin.views.list': 'person',
  'admin.views.save': 'person',
  'admin.views.setDefault': 'person',
  'admin.views.delete': 'person',
  'admin.offers.detail': 'admin reads',
  'admin.networks.list': 'admin reads',
  'admin.networks.presets': 'admin reads',
  'admin.networks.get': 'admin reads',
  'admin.networks.create': 'person',
  'admin.networks.update': 'person',
  'admin.networks.rotateSecret': 'person',
  'admin.networks.postbackUrl': 'person',
  'admin.networks.health': 'admin reads',
  'admin.postbacks.list': 'admin reads',
  'admin.postbacks.get': 'admin reads',
  'admin.postbacks.replay': 'admin',
  'admin.postbacks.dryRun': 'admin reads',
  'admin.postbacks.match': 'admin',
  'admin.networks.test': 'person',
  'admin.networks.tests': 'admin reads',
  'admin.networks.feed.get': 'admin reads',
  'admin.networks.feed.save': 'person',
  'admin.networks.feed.preview': 'admin',
  'admin.networks.feed.take': 'admin',
  'admin.offers.testClick': 'admin',
  'admin.vouchers.forecast': 'admin reads',
  'admin.vouchers.check': 'admin reads',
  'admin.vouchers.reveal': 'admin',
  'admin.vouchers.bulk': 'admin',
  'admin.admins.list': 'person',
  'admin.admins.deactivate': 'person',
  'admin.admins.changePassword': 'person',
  'admin.admins.sessions': 'person',
  'admin.admins.revokeSession': 'person',
  'admin.admins.signOutEverywhere': 'person',
  'admin.keys.list': 'person',
  'admin.keys.issue': 'person',
  'admin.keys.revoke': 'person',
  'admin.audit.list': 'admin reads',
  'admin.audit.recordExport': 'admin reads',
  'admin.messages.list': 'admin reads',
  'admin.securityEvents.list': 'admin reads',
};

let core: TestCore;
let ids: { user: number; admin: number };
let keys: { 'read key': string; 'write key': string };
beforeAll(async () => {
  core = await createTestCore({ verifyIdToken: () => Promise.reject(new Error('no provider here')) });
  await makeNetwork(core);
  await makeOffer(core);
  ids = { user: (await makeUser(core)).id, admin: (await makeAdmin(core)).id ?? 0 };
  keys = {
    'read key': await issueKey(core.as({ ...anyAdmin, id: ids.admin }), { name: 'reader', scope: 'read' }),
    'write key': await issueKey(core.as({ ...anyAdmin, id: ids.admin }), { name: 'writer', scope: 'read_write' }),
  };
});
afterAll(() => core.close());

type Who = 'guest' | 'user' | 'admin' | 'read key' | 'write key';
const everyone: Who[] = ['guest', 'user', 'admin', 'read key', 'write key'];
type Credentials = Pick<Context, 'cookieHeader' | 'authorization'>;

/** A session of its own for each call: one of the procedures ends it. */
async function cookieOf(who: 'user' | 'admin'): Promise<string> {
  const { userSessions, adminSessions } = core.services;
  const { cookie } = await (who === 'user' ? userSessions : adminSessions).create(ids[who], {
    ip: null,
    userAgent: null,
  });
  return `${cookie.name}=${cookie.value}`;
}

async function credentialsOf(who: Who): Promise<Credentials> {
  if (who === 'guest') return { cookieHeader: undefined, authorization: undefined };
  if (who === 'user' || who === 'admin') return { cookieHeader: await cookieOf(who), authorization: undefined };
  return { cookieHeader: undefined, authorization: `Bearer ${keys[who]}` };
}

const procedures = (router: typeof appRouter | typeof userHostRouter | typeof adminHostRouter) =>
  Object.keys(router._def.procedures).sort();

const call = (path: string, credentials: Credentials): Promise<unknown> => {
  const context: Context = {
    services: core.services,
    site: { brandName: 'B', supportEmail: 's@example.com', networkName: 'N', provider: { kind: 'none' } },
    caller: { ip: '192.0.2.9', userAgent: 'test' },
    ...credentials,
    once: undefined,
    setCookie: () => {},
  };
  const caller = createCallerFactory(appRouter)(context) as unknown as Record<string, unknown>;
  let target: unknown = caller;
  for (const name of path.split('.')) target = (target as Record<string, unknown>)[name];
  return (target as (input: unknown) => Promise<unknown>)(inputs[path]);
};

const refusals: ErrorCode[] = ['NOT_SIGNED_IN', 'KEY_READ_ONLY', 'KEY_NOT_A_PERSON'];

/** Why the caller may not; undefined for one who may, whatever else then stands in the way. */
async function refusalOf(path: string, credentials: Credentials): Promise<ErrorCode | undefined> {
  try {
    await call(path, credentials);
    return undefined;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const code = domainErrorOf(error)?.code;
    return refusals.find((each) => each === code);
  }
}

function expected(access: Access, who: Who): ErrorCode | undefined {
  if (access === 'public') return undefined;
  if (access === 'user') return who === 'user' ? undefined : 'NOT_SIGNED_IN';
  if (who === 'guest' || who === 'user') return 'NOT_SIGNED_IN';
  if (who === 'admin') return undefined;
  if (access === 'person') return 'KEY_NOT_A_PERSON';
  return who === 'read key' && access === 'admin' ? 'KEY_READ_ONLY' : undefined;
}

test('every procedure is written down, and nothing else is', () => {
  expect(procedures(appRouter)).toEqual(Object.keys(table).sort());
});

test('each host serves its own branch alone', () => {
  expect(procedures(userHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('user.')));
  expect(procedures(adminHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('admin.')));
});

describe.each(Object.entries(table))('%s is for: %s', (path, access) => {
  test.each(everyone)('called by a %s', async (who) => {
    // The rule behind this one asks for an admin or a key by itself once there is an admin.
    const asked = path === 'admin.identity.register' ? 'admin' : access;
    expect(await refusalOf(path, await credentialsOf(who))).toBe(expected(asked, who));
  });
});

test('a person with both cookies is each of them on its own side', async () => {
  const cookieHeader = `${await cookieOf('user')}; ${await cookieOf('admin')}`;
  const both = { cookieHeader, authorization: undefined };
  expect(await call('user.identity.me', both)).toHaveProperty('firstName');
  expect(await call('admin.identity.me', both)).toHaveProperty('username');
});

test('from a blocked address no user procedure is served but signing out and what static pages show', async () => {
  await core.database.sql`insert into ip_addresses (address, blocked_at) values ('192.0.2.9', now())
    on conflict (address) do update set blocked_at = excluded.blocked_at`;
  try {
    const open = ['user.site', 'user.identity.logout'];
    for (const path of procedures(userHostRouter)) {
      for (const cookieHeader of [undefined, await cookieOf('user')]) {
        const answer = call(path, { cookieHeader, authorization: undefined });
        if (open.includes(path)) await answer;
        else await expect(answer, path).rejects.toThrow('Access from this network or device is blocked');
      }
    }
    expect(await refusalOf('admin.identity.me', await credentialsOf('admin'))).toBeUndefined();
  } finally {
    await core.database.sql`update ip_addresses set blocked_at = null where address = '192.0.2.9'`;
  }
});

test('a key that is no good is not made up for by a cookie; one that is good counts before it', async () => {
  const cookieHeader = await cookieOf('admin');
  for (const authorization of [
    '',
    'Bearer',
    'Bearer nothing',
    `Basic ${keys['write key']}`,
    `Bearer ${keys['write key']}x`,
  ]) {
    expect(await refusalOf('admin.offers.list', { cookieHeader, authorization })).toBe('NOT_SIGNED_IN');
    expect(await refusalOf('admin.identity.me', { cookieHeader, authorization })).toBe('NOT_SIGNED_IN');
  }
  const reader = { cookieHeader, authorization: `bearer ${keys['read key']}` };
  expect(await refusalOf('admin.offers.create', reader)).toBe('KEY_READ_ONLY');
  expect(await refusalOf('admin.offers.list', reader)).toBeUndefined();
});

test('a key is nobody on the side of the users', async () => {
  const authorization = `Bearer ${keys['write key']}`;
  expect(await refusalOf('user.offers.list', { cookieHeader: undefined, authorization })).toBe('NOT_SIGNED_IN');
  expect(await refusalOf('user.offers.list', { cookieHeader: await cookieOf('user'), authorization })).toBeUndefined();
});
