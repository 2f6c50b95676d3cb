import type { Site } from '@inaam/contracts/identity';
import { isPageOf, userPages } from '@inaam/contracts/paths';
import type { Services } from '@inaam/core/services';
import { userHostRouter } from '@inaam/router/app-router';
import type { FastifyInstance } from 'fastify';
import { contextMaker } from '../plugins/context.ts';
import { serveManifest } from '../plugins/manifest.ts';
import { servePages } from '../plugins/pages.ts';
import { serveTrpc } from '../plugins/trpc.ts';
import { servePostbacks } from '../postback/route.ts';
import { readJson, register } from '../rest/endpoint.ts';
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
  const host = await createHost(parts, parts.settings.ownOrigins.app, parts.settings.firebase?.authDomain);
  const makeContext = contextMaker(services, site);
  await serveTrpc(host, { router: userHostRouter, branch: 'user', makeContext });
  await host.register(async (scope) => {
    readJson(scope);
    for (const endpoint of endpoints) {
      register(scope, endpoint, (request, reply) => userHostRouter.createCaller(makeContext(request, reply)).user);
    }
  });
  await servePostbacks(host, services.kernel, parts.settings.app.origin);
  serveManifest(host, parts.webApps.user, site.brandName);
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
