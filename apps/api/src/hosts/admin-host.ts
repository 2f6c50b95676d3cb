import { DomainError } from '@inaam/contracts/common/errors';
import { adminPages, adminPaths, isPagePath } from '@inaam/contracts/common/paths';
import type { Site } from '@inaam/contracts/identity/sign-in';
import { createIdempotency } from '@inaam/core/kernel/idempotency';
import { recordSecurityEvent } from '@inaam/core/people/security-events/security-event-log';
import type { Services } from '@inaam/core/services';
import { adminHostRouter } from '@inaam/router/app-router';
import { countCall, findAdmin, getPrincipal } from '@inaam/router/callers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveExports } from '../export/route.ts';
import { adminHostDescription } from '../openapi/admin-host.ts';
import { getCallerAddress } from '../plugins/caller-address.ts';
import { createContextFactory, getCaller } from '../plugins/context.ts';
import { documentHeaders } from '../plugins/headers.ts';
import { registerIdempotency, type SignInReplay } from '../plugins/idempotency.ts';
import { servePages } from '../plugins/pages.ts';
import { servePictures } from '../plugins/pictures.ts';
import { serveReference } from '../plugins/reference.ts';
import { serveTrpc } from '../plugins/trpc.ts';
import { type AdminPath, adminEndpoints, adminFormEndpoints } from '../rest/admin-endpoints.ts';
import { readForms, readJson } from '../rest/body-parsers.ts';
import { registerEndpoint } from '../rest/endpoint.ts';
import { createHost, type HostParts } from './host.ts';

const HOME = '/admin';

/** Builds the admin host: web app, admin branch of the router, `/api/admin/*.php`. */
export async function createAdminHost(parts: HostParts, services: Services, site: Site): Promise<FastifyInstance> {
  const host = await createHost(parts, 'admin', parts.settings.ownOrigins.admin, {
    home: HOME,
    onForeignOrigin: (request) =>
      recordSecurityEvent(services, getCaller(request), { kind: 'foreign_origin', realm: 'admin' }),
  });
  const makeContext = createContextFactory(services, site);
  await serveTrpc(host, { router: adminHostRouter, branch: 'admin', makeContext });
  await host.register(async (scope) => {
    readJson(scope);
    registerIdempotency(scope, {
      idempotency: createIdempotency(services.kernel),
      async findPrincipal(request, reply) {
        const context = makeContext(request, reply);
        const caller = await findAdmin(context);
        return caller && { name: getPrincipal(caller), countCall: () => countCall(context, caller) };
      },
      getAddress: getCallerAddress,
      signIns: { '/api/admin/login.php': null, '/api/admin/logout.php': null } satisfies Partial<
        Record<AdminPath, SignInReplay>
      >,
    });
    const createCaller = (request: FastifyRequest, reply: FastifyReply, skipsRateLimit = false) =>
      adminHostRouter.createCaller({ ...makeContext(request, reply), skipsRateLimit }).admin;
    serveExports(scope, createCaller);
    for (const [path, endpoint] of Object.entries(adminEndpoints))
      registerEndpoint(scope, path, endpoint, createCaller);
    await scope.register(async (forms) => {
      readForms(forms);
      for (const [path, endpoint] of Object.entries(adminFormEndpoints))
        registerEndpoint(forms, path, endpoint, createCaller);
    });
  });
  await serveReference(host, {
    base: '/api/admin',
    description: adminHostDescription,
    // Only signed-in admins, and programs with a service key, may read the API description.
    async admit(request, reply) {
      if (!(await findAdmin(makeContext(request, reply)))) throw new DomainError('NOT_SIGNED_IN');
    },
  });
  servePictures(host, services);
  await servePages(host, {
    root: parts.webApps.admin,
    isPage: (path) => isPagePath(adminPages, path),
    home: HOME,
    account: adminPaths.admins,
    robots: 'User-agent: *\nDisallow: /\n',
    document: documentHeaders(host, {}),
  });
  return host;
}
