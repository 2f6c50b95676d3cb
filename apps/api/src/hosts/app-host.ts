import { emailPaths } from '@inaam/contracts/common/email-paths';
import { isPagePath, userPages, userPaths } from '@inaam/contracts/common/paths';
import type { Site } from '@inaam/contracts/identity/sign-in';
import { createIdempotency } from '@inaam/core/kernel/idempotency';
import { listPublishedDays } from '@inaam/core/ledger/spins/queries';
import { recordSecurityEvent } from '@inaam/core/people/security-events/security-event-log';
import type { Services } from '@inaam/core/services';
import { userHostRouter } from '@inaam/router/app-router';
import { countCall, findUser, getPrincipal } from '@inaam/router/callers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serveUnsubscribe } from '../mail/unsubscribe-route.ts';
import { appHostDescription } from '../openapi/app-host.ts';
import { getCallerAddress } from '../plugins/caller-address.ts';
import { createContextFactory, getCaller } from '../plugins/context.ts';
import { documentHeaders } from '../plugins/headers.ts';
import { registerIdempotency, type SignInReplay } from '../plugins/idempotency.ts';
import { serveManifest } from '../plugins/manifest.ts';
import { servePages } from '../plugins/pages.ts';
import { servePictures } from '../plugins/pictures.ts';
import { serveReference } from '../plugins/reference.ts';
import { rememberTrafficSources } from '../plugins/traffic-source.ts';
import { serveTrpc } from '../plugins/trpc.ts';
import { createPostbacks, isPostback, servePostbacks } from '../postback/route.ts';
import { readJson } from '../rest/body-parsers.ts';
import { getBody, registerEndpoint, withRawInput } from '../rest/endpoint.ts';
import { type UserPath, userEndpoints } from '../rest/user-endpoints.ts';
import { createHost, type HostParts } from './host.ts';

const HOME = '/';

const PAGES = [...userPages, ...Object.values(emailPaths)];

/** Builds the app host: web app, user branch of the router, `/api/*.php`, postbacks. */
export async function createAppHost(parts: HostParts, services: Services, site: Site): Promise<FastifyInstance> {
  const postbacks = createPostbacks(services, parts.settings.app.origin);
  const host = await createHost(parts, 'app', parts.settings.ownOrigins.app, {
    home: HOME,
    authDomain: parts.settings.firebase?.authDomain,
    handleUnrouted: (request, reply) => (isPostback(request) ? postbacks.answer(request, reply) : undefined),
    onForeignOrigin: (request) =>
      recordSecurityEvent(services, getCaller(request), { kind: 'foreign_origin', realm: 'user' }),
    onMethodNotAllowed: async (request) => (isPostback(request) ? postbacks.storeRefused(request) : undefined),
  });
  const makeContext = createContextFactory(services, site);
  await serveTrpc(host, { router: userHostRouter, branch: 'user', makeContext });
  await host.register(async (scope) => {
    readJson(scope);
    const createCaller = (request: FastifyRequest, reply: FastifyReply) =>
      userHostRouter.createCaller(makeContext(request, reply)).user;
    registerIdempotency(scope, {
      idempotency: createIdempotency(services.kernel),
      async findPrincipal(request, reply) {
        const context = makeContext(request, reply);
        const session = await findUser(context);
        return session && { name: getPrincipal(session), countCall: () => countCall(context, session) };
      },
      getAddress: getCallerAddress,
      signIns: {
        '/api/login.php': null,
        '/api/firebase-auth.php': null,
        '/api/logout.php': null,
        // When a sign-up is repeated, the account exists already: a sign-in with the same password starts the session.
        '/api/register.php': async (request, reply) => ({
          success: true,
          ...(await withRawInput(createCaller(request, reply).identity.login)(getBody(request))),
        }),
      } satisfies Partial<Record<UserPath, SignInReplay>>,
    });
    for (const [path, endpoint] of Object.entries(userEndpoints)) registerEndpoint(scope, path, endpoint, createCaller);
  });
  rememberTrafficSources(host, { https: parts.settings.app.origin.startsWith('https:') });
  servePostbacks(host, postbacks);
  await serveUnsubscribe(host, services);
  // Public for programs and other sites: it contains no personal data.
  host.get('/fairness.json', async (_, reply) => {
    reply.header('Cache-Control', 'public, max-age=300').header('Access-Control-Allow-Origin', '*');
    return listPublishedDays(services.kernel);
  });
  serveManifest(host, parts.webApps.user, site.brandName);
  await serveReference(host, { base: '/api', description: appHostDescription });
  servePictures(host, services);
  await servePages(host, {
    root: parts.webApps.user,
    isPage: (path) => isPagePath(PAGES, path),
    home: HOME,
    account: userPaths.account,
    // Crawlers may read pages but not call the API. Pages that need a session redirect to the sign-in.
    robots: 'User-agent: *\nDisallow: /api/\nDisallow: /trpc/\nDisallow: /postback/\n',
    // Google's library creates scripts from text, which Trusted Types would block:
    // infra/docs/decisions/0028-documents-pages-and-trusted-types.md
    document: documentHeaders(host, { policies: ['inaam'], isEnforced: parts.settings.firebase === undefined }),
    // Preloads the sign-in for visitors without a session, because the web app redirects them there from the offers.
    resolvePath: (path, request) =>
      path === '/' && !services.userSessions.hasCookie(request.headers.cookie) ? '/login' : path,
  });
  return host;
}
