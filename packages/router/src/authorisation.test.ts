import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHostRouter, appRouter, userHostRouter } from './app-router.ts';
import type { Context } from './context.ts';
import { createCallerFactory } from './procedures.ts';

/** Who may call what. A procedure that is not written down here fails the first test. */
const table: Record<string, 'public' | 'user' | 'admin'> = {
  'user.site': 'public',
  'user.identity.register': 'public',
  'user.identity.login': 'public',
  'user.identity.providerLogin': 'public',
  'user.identity.logout': 'public',
  'user.identity.me': 'user',
  'user.offers.list': 'user',
  'user.clicks.create': 'user',
  'user.spins.spin': 'user',
  'user.insights.stats': 'user',
  'user.vouchers.markUsed': 'user',
  'admin.site': 'public',
  'admin.identity.login': 'public',
  'admin.identity.logout': 'public',
  // Open at the door, because the first admin has no session; the rule itself asks for a session or the setup token.
  'admin.identity.register': 'public',
  'admin.identity.me': 'admin',
  'admin.insights.dashboard': 'admin',
  'admin.offers.list': 'admin',
  'admin.offers.create': 'admin',
  'admin.offers.update': 'admin',
  'admin.offers.deactivate': 'admin',
  'admin.vouchers.list': 'admin',
  'admin.vouchers.create': 'admin',
  'admin.vouchers.setStatus': 'admin',
  'admin.vouchers.delete': 'admin',
  'admin.completions.list': 'admin',
  'admin.networks.list': 'admin',
  'admin.networks.presets': 'admin',
  'admin.networks.get': 'admin',
  'admin.networks.create': 'admin',
  'admin.networks.update': 'admin',
  'admin.networks.rotateSecret': 'admin',
  'admin.networks.postbackUrl': 'admin',
  'admin.networks.health': 'admin',
  'admin.networks.inbox': 'admin',
  'admin.networks.entry': 'admin',
  'admin.networks.replay': 'admin',
  'admin.networks.dryRun': 'admin',
  'admin.networks.match': 'admin',
  'admin.offers.detail': 'admin',
  'admin.offers.testClick': 'admin',
  'admin.vouchers.forecast': 'admin',
  'admin.vouchers.check': 'admin',
  'admin.vouchers.reveal': 'admin',
  'admin.vouchers.bulk': 'admin',
  'admin.admins.list': 'admin',
  'admin.admins.deactivate': 'admin',
  'admin.admins.changePassword': 'admin',
  'admin.admins.sessions': 'admin',
  'admin.admins.revokeSession': 'admin',
  'admin.admins.signOutEverywhere': 'admin',
  'admin.audit.list': 'admin',
  'admin.audit.recordExport': 'admin',
};

/** Inputs that pass the schemas, so that what is left to refuse a call is who calls. */
const inputs: Record<string, unknown> = {
  'user.identity.register': { firstName: 'A', lastName: 'B', email: 'taken@example.com', password: 'not so common 1' },
  'user.identity.login': { email: 'nobody@example.com', password: 'not so common 1' },
  'user.identity.providerLogin': { idToken: 'a.b.c' },
  'user.clicks.create': { offerId: 1 },
  'user.spins.spin': { offerId: 1 },
  'user.vouchers.markUsed': { voucher_id: 1 },
  'admin.identity.login': { username: 'nobody', password: 'not so common 1' },
  'admin.identity.register': { username: 'second', email: 'second@example.com', password: 'not so common 1' },
  'admin.offers.list': {},
  'admin.offers.create': { title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: 'x' },
  'admin.offers.update': { offer_id: 1 },
  'admin.offers.deactivate': { offer_id: 1 },
  'admin.vouchers.list': {},
  'admin.vouchers.create': { voucher_type: 'amazon', quantity: 1 },
  'admin.vouchers.setStatus': { voucher_id: 1, status: 'expired' },
  'admin.vouchers.delete': { voucher_id: 1 },
  'admin.completions.list': {},
  'admin.networks.get': { network_id: 1 },
  'admin.networks.create': { preset: 'ogads' },
  'admin.networks.update': { network_id: 1 },
  'admin.networks.rotateSecret': { network_id: 1, secret: 'another secret' },
  'admin.networks.postbackUrl': { network_id: 1 },
  'admin.networks.health': { network_id: 1 },
  'admin.networks.inbox': {},
  'admin.networks.entry': { postback_id: 1 },
  'admin.networks.replay': {},
  'admin.networks.dryRun': { network_id: 1, changes: {} },
  'admin.networks.match': { postback_id: 1, click_id: 'x' },
  'admin.offers.detail': { offer_id: 1 },
  'admin.offers.testClick': { offer_id: 1 },
  'admin.vouchers.check': { codes: [] },
  'admin.vouchers.reveal': { voucher_id: 1 },
  'admin.vouchers.bulk': { voucher_ids: [1], action: 'expire' },
  'admin.admins.deactivate': { admin_id: 999_999 },
  'admin.admins.changePassword': { currentPassword: 'not it', newPassword: 'not so common 2' },
  'admin.admins.revokeSession': { sessionId: 'none' },
  'admin.audit.list': {},
  'admin.audit.recordExport': { list: 'offers', filters: {} },
};

let core: TestCore;
let ids: { user: number; admin: number };
beforeAll(async () => {
  core = await createTestCore({ verifyIdToken: () => Promise.reject(new Error('no provider here')) });
  await makeNetwork(core);
  await makeOffer(core);
  ids = { user: (await makeUser(core)).id, admin: (await makeAdmin(core)).id ?? 0 };
});
afterAll(() => core.close());

type Who = 'guest' | 'user' | 'admin';

/** A session of its own for each call: one of the procedures ends it. */
async function cookieOf(who: Who): Promise<string | undefined> {
  if (who === 'guest') return undefined;
  const { userSessions, adminSessions } = core.services;
  const { cookie } = await (who === 'user' ? userSessions : adminSessions).create(ids[who], {
    ip: null,
    userAgent: null,
  });
  return `${cookie.name}=${cookie.value}`;
}

const procedures = (router: typeof appRouter | typeof userHostRouter | typeof adminHostRouter) =>
  Object.keys(router._def.procedures).sort();

const call = (path: string, cookieHeader: string | undefined): Promise<unknown> => {
  const context: Context = {
    services: core.services,
    site: { brandName: 'B', supportEmail: 's@example.com', networkName: 'N', provider: { kind: 'none' } },
    caller: { ip: '192.0.2.9', userAgent: 'test' },
    cookieHeader,
    setCookie: () => {},
  };
  const caller = createCallerFactory(appRouter)(context) as unknown as Record<string, unknown>;
  let target: unknown = caller;
  for (const name of path.split('.')) target = (target as Record<string, unknown>)[name];
  return (target as (input: unknown) => Promise<unknown>)(inputs[path]);
};

const isRefused = async (path: string, cookieHeader: string | undefined): Promise<boolean> => {
  try {
    await call(path, cookieHeader);
    return false;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.code === 'UNAUTHORIZED' && error.message === 'Not signed in';
  }
};

test('every procedure is written down, and nothing else is', () => {
  expect(procedures(appRouter)).toEqual(Object.keys(table).sort());
});

test('each host serves its own branch alone', () => {
  expect(procedures(userHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('user.')));
  expect(procedures(adminHostRouter)).toEqual(procedures(appRouter).filter((path) => path.startsWith('admin.')));
});

describe.each(Object.entries(table))('%s is for: %s', (path, access) => {
  test.each<Who>(['guest', 'user', 'admin'])('called by a %s', async (who) => {
    const mayCall = access === 'public' || access === who;
    // The rule behind this one asks for a session by itself once there is an admin.
    const byRule = path === 'admin.identity.register' && who !== 'admin';
    expect(await isRefused(path, await cookieOf(who))).toBe(!mayCall || byRule);
  });
});

test('a person with both cookies is each of them on its own side', async () => {
  const both = `${await cookieOf('user')}; ${await cookieOf('admin')}`;
  for (const path of ['user.identity.me', 'admin.identity.me']) expect(await isRefused(path, both)).toBe(false);
  expect(await call('user.identity.me', both)).toHaveProperty('firstName');
  expect(await call('admin.identity.me', both)).toHaveProperty('username');
});
