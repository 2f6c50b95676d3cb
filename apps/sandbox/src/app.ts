import formbody from '@fastify/formbody';
import type { Mailbox } from '@inaam/mailbox/mailbox';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { SigningKey } from './identity.ts';
import { BadInput } from './input.ts';
import { Ledger } from './ledger.ts';
import { indexPage } from './pages/home.ts';
import { errorPage } from './pages/layout.ts';
import { stylesheet } from './pages/style.ts';
import { Partners } from './partners.ts';
import { AppUnreachable } from './postback.ts';
import { dialectRoutes } from './routes/dialects.ts';
import { feedRoutes } from './routes/feeds.ts';
import { identityRoutes } from './routes/identity.ts';
import { mailRoutes } from './routes/mail.ts';
import { networkRoutes } from './routes/network.ts';
import { partnerRoutes } from './routes/partners.ts';
import { pushRoutes } from './routes/push.ts';
import { receiverRoutes } from './routes/receiver.ts';
import { statementRoutes } from './routes/statement.ts';
import type { Settings } from './settings.ts';

/** Builds the sandbox without listening. */
export function buildApp(
  settings: Settings,
  { key, mailbox }: { key: SigningKey; mailbox: Mailbox },
  options: FastifyServerOptions = {},
): FastifyInstance {
  const fail = (request: FastifyRequest, reply: FastifyReply, status: number, message: string) =>
    wantsPage(request)
      ? reply.status(status).type('text/html').send(errorPage(settings, message))
      : reply.status(status).send({ error: message });

  const app = fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    // A path that cannot be decoded counts as unknown.
    frameworkErrors: (_error, request, reply) => void fail(request, reply, 404, 'Not found'),
    ...options,
  });
  // Browsers check form-action after redirects, too, and the chooser redirects to the app.
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    // Allows the frame with the preview of a mail.
    "frame-src 'self'",
    `form-action 'self' ${settings.appOrigin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

  app.register(formbody);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  app.setNotFoundHandler((request, reply) => fail(request, reply, 404, 'Not found'));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof BadInput) return fail(request, reply, 400, error.message);
    if (error instanceof AppUnreachable) return fail(request, reply, 502, error.message);
    if (error.statusCode && error.statusCode < 500) return fail(request, reply, error.statusCode, error.message);
    request.log.error(error);
    return fail(request, reply, 500, 'Internal server error');
  });

  app.get('/healthz', () => ({ ok: true }));
  app.get('/', (_request, reply) => reply.type('text/html').send(indexPage(settings)));
  app.get('/style.css', (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=3600').send(stylesheet),
  );
  const partners = new Partners(settings);
  const ledger = new Ledger(settings, partners);
  app.register(networkRoutes, { settings, ledger });
  app.register(partnerRoutes, { settings, partners });
  app.register(statementRoutes, { ledger });
  app.register(dialectRoutes, { settings });
  app.register(feedRoutes, { settings });
  app.register(identityRoutes, { settings, key });
  app.register(mailRoutes, { settings, mailbox });
  app.register(receiverRoutes, { settings });
  app.register(pushRoutes, { settings });
  return app;
}

const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false;
