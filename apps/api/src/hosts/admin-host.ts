import { adminPages, isPageOf } from '@inaam/contracts/common/paths';
import type { Site } from '@inaam/contracts/identity/sign-in';
import { normalizeAddress } from '@inaam/core/kernel/address';
import { createIdempotency } from '@inaam/core/kernel/idempotency';
import type { Services } from '@inaam/core/services';
import { adminHostRouter } from '@inaam/router/app-router';
import { findAdmin, principalOf, spendOf } from '@inaam/router/callers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import description from '../../openapi/admin.json' with { type: 'json' };
import { serveExports } from '../export/route.ts';
import { contextMaker } from '../plugins/context.ts';
import { keepIdempotent } from '../plugins/idempotency.ts';
import { servePages } from '../plugins/pages.ts';
import { serveReference } from '../plugins/reference.ts';
import { serveTrpc } from '../plugins/trpc.ts';
import { conversions } from '../rest/admin/conversions.ts';
import { dashboard } from '../rest/admin/dashboard.ts';
import { fraudDetection } from '../rest/admin/fraud-detection.ts';
import { login } from '../rest/admin/login.ts';
import { logout } from '../rest/admin/logout.ts';
import { offerClicks } from '../rest/admin/offer-clicks.ts';
import { offers } from '../rest/admin/offers.ts';
import { register as registerAdmin } from '../rest/admin/register.ts';
import { users } from '../rest/admin/users.ts';
import { vouchers } from '../rest/admin/vouchers.ts';
import { readForms, readJson, register } from '../rest/endpoint.ts';
import { createHost, type HostParts } from './host.ts';

const endpoints = [login, logout, registerAdmin, dashboard, offers, users, vouchers, conversions, offerClicks];

/** The back-office's host: web app, admin branch, `/api/admin/*.php`. */
export async function createAdminHost(parts: HostParts, services: Services, site: Site): Promise<FastifyInstance> {
  const host = await createHost(parts, parts.settings.ownOrigins.admin);
  const makeContext = contextMaker(services, site);
  await serveTrpc(host, { router: adminHostRouter, branch: 'admin', makeContext });
  await host.register(async (scope) => {
    readJson(scope);
    keepIdempotent(scope, {
      idempotency: createIdempotency(services.kernel),
      async principalOf(request, reply) {
        const context = makeContext(request, reply);
        const caller = await findAdmin(context);
        return caller && { name: principalOf(caller), spend: () => spendOf(context, caller) };
      },
      addressOf: (request) => normalizeAddress(request.ip),
      signIns: { [login.path]: null, [logout.path]: null },
    });
    const callerOf = (request: FastifyRequest, reply: FastifyReply, isPrepaid = false) =>
      adminHostRouter.createCaller({ ...makeContext(request, reply), isPrepaid }).admin;
    serveExports(scope, callerOf);
    for (const endpoint of endpoints) {
      register(scope, endpoint, callerOf);
    }
    await scope.register(async (forms) => {
      readForms(forms);
      register(forms, fraudDetection, callerOf);
    });
  });
  await serveReference(host, { base: '/api/admin', description });
  await servePages(host, { root: parts.webApps.admin, isPage: (path) => isPageOf(adminPages, path), home: '/admin' });
  return host;
}
