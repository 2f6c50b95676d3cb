import { email, text } from '@inaam/contracts/common/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Account, issueIdToken, type SigningKey } from '../identity.ts';
import { BadInput, parse } from '../input.ts';
import { chooserPage } from '../pages/chooser.ts';
import type { Settings } from '../settings.ts';

const person = { email, firstName: text(80).optional(), lastName: text(80).optional() };
const tokenInput = z.object({ ...person, email_verified: z.boolean('must be true or false').default(true) });
/** A form sends a ticked box as `yes` and omits a box that is not ticked. */
const chooserInput = z.object({ ...person, email_verified: z.literal('yes').optional() });
const chooserLink = z.object({ return_to: z.string().max(2000) });

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** The simulated identity provider: its account chooser, an API for scripts, and its key set. */
export async function identityRoutes(
  app: FastifyInstance,
  { settings, key }: { settings: Settings; key: SigningKey },
): Promise<void> {
  const issue = (account: Account) => issueIdToken(account, key, settings.origin, Date.now());
  const getReturnUrl = (query: unknown) => parseReturnUrl(parse(chooserLink, query).return_to, settings.appOrigin);

  // Restricts tokens to this machine, because a token signs its holder in as any user.
  const requireLocalCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!settings.onlyLocalTokens || isLoopback(request.socket.remoteAddress)) return;
    return reply.code(403).send({ error: 'Tokens are issued only to this machine, unless DEMO_PUBLIC=1' });
  };

  app.get('/jwks', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: [key.publicJwk] }),
  );

  app.post('/token', { onRequest: requireLocalCaller }, async (request) => {
    const { email_verified, ...account } = parse(tokenInput, request.body);
    return { idToken: await issue({ ...account, emailVerified: email_verified }) };
  });

  app.get('/chooser', (request, reply) => {
    getReturnUrl(request.query);
    return reply.type('text/html').send(chooserPage(settings, { self: request.url }));
  });

  app.post('/chooser', { onRequest: requireLocalCaller }, async (request, reply) => {
    const target = getReturnUrl(request.query);
    try {
      const { email_verified, ...account } = parse(chooserInput, request.body);
      target.hash = `id_token=${await issue({ ...account, emailVerified: email_verified === 'yes' })}`;
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      const filled = (request.body ?? {}) as Record<string, unknown>;
      const page = chooserPage(settings, { self: request.url, problem: error.message, filled });
      return reply.status(400).type('text/html').send(page);
    }
    return reply.redirect(target.href, 303);
  });
}

/** Checks the return URL: a token must only go to the app's origin. */
function parseReturnUrl(value: string, appOrigin: string): URL {
  const url = URL.parse(value);
  if (url?.origin !== appOrigin || url.username || url.password) {
    throw new BadInput(`return_to: must be an address on ${appOrigin}`);
  }
  return url;
}
