import { isPageOf, userPages } from '@inaam/contracts/common/paths';
import type { Site } from '@inaam/contracts/identity/sign-in';
import { normalizeAddress } from '@inaam/core/kernel/address';
import { createIdempotency } from '@inaam/core/kernel/idempotency';
import type { Services } from '@inaam/core/services';
import { userHostRouter } from '@inaam/router/app-router';
import { findUser, principalOf, spendOf } from '@inaam/router/callers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import description from '../../openapi/app.json' with { type: 'json' };
import { contextMaker } from '../plugins/context.ts';
import { keepIdempotent } from '../plugins/idempotency.ts';
import { serveManifest } from '../plugins/manifest.ts';
import { servePages } from '../plugins/pages.ts';
import { serveReference } from '../plugins/reference.ts';
import { serveTrpc } from '../plugins/trpc.ts';
import { createPostbacks, isPostback, servePostbacks } from '../postback/route.ts';
import { body, readJson, register, withRawInput } from '../rest/endpoint.ts';
import { clickOffer } from '../rest/user/click-offer.ts';
import { firebaseAuth } from '../rest/user/firebase-auth.ts';
import { login } from '../rest/user/login.ts';
import { logout } from '../rest/user/logout.ts';
import { offers } from '../rest/user/offers.ts';
import { register as registerUser } from '../rest/user/register.ts';
import { spin } from '../rest/user/spin.ts';
import { userStats } from '../rest/user/user-stats.ts';
import { createHost, type HostParts } from './host.ts';

const endpoints = [registerUser, login, firebaseAuth, logout, offers, clickOffer, spin, userStats];

/** The end users' host: web app, user branch, `/api/*.php`, postbacks. */
export async function createAppHost(parts: HostParts, services: Services, site: Site): Promise<FastifyInstance> {
  const postbacks = createPostbacks(services.kernel, parts.settings.app.origin);
  const host = await createHost(parts, parts.settings.ownOrigins.app, {
    authDomain: parts.settings.firebase?.authDomain,
    answerUnrouted: (request, reply) => (isPostback(request) ? postbacks.answer(request, reply) : undefined),
    noticeMethod: async (request) => (isPostback(request) ? postbacks.keep(request) : undefined),
  });
  const makeContext = contextMaker(services, site);
  await serveTrpc(host, { router: userHostRouter, branch: 'user', makeContext });
  await host.register(async (scope) => {
    readJson(scope);
    const callerOf = (request: FastifyRequest, reply: FastifyReply) =>
      userHostRouter.createCaller(makeContext(request, reply)).user;
    keepIdempotent(scope, {
      idempotency: createIdempotency(services.kernel),
      async principalOf(request, reply) {
        const context = makeContext(request, reply);
        const session = await findUser(context);
        return session && { name: principalOf(session), spend: () => spendOf(context, session) };
      },
      addressOf: (request) => normalizeAddress(request.ip),
      signIns: {
        [login.path]: null,
        [firebaseAuth.path]: null,
        [logout.path]: null,
        // The account is there by now, with this very password.
        [registerUser.path]: async (request, reply) => ({
          success: true,
          ...(await withRawInput(callerOf(request, reply).identity.login)(body(request))),
        }),
      },
    });
    for (const endpoint of endpoints) register(scope, endpoint, callerOf);
  });
  servePostbacks(host, postbacks);
  serveManifest(host, parts.webApps.user, site.brandName);
  await serveReference(host, { base: '/api', description });
  await servePages(host, {
    root: parts.webApps.user,
    isPage: (path) => isPageOf(userPages, path),
    home: '/',
    // The app itself leads those without a session from the offers to the sign-in.
    shown: (path, request) =>
      path === '/' && !services.userSessions.isCarriedBy(request.headers.cookie) ? '/login' : path,
  });
  return host;
}
