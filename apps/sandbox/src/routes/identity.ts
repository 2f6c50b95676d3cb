import { email, text } from '@inaam/contracts/common/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Account, issueIdToken, type SigningKey } from '../identity.ts';
import { BadInput, parse } from '../input.ts';
import { chooserPage } from '../pages/chooser.ts';
import type { Settings } from '../settings.ts';

const person = { email, firstName: text(80).optional(), lastName: text(80).optional() };
const tokenInput = z.object({ ...person, email_verified: z.boolean('must be true or false').default(true) });
/** A form sends a ticked box as `yes` and an empty one not at all. */
const chooserInput = z.object({ ...person, email_verified: z.literal('yes').optional() });
const chooserLink = z.object({ return_to: z.string().max(2000) });

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** The stand-in identity provider: its account chooser, the same for scripts, and its key set. */
export async function identityRoutes(
  app: FastifyInstance,
  { settings, key }: { settings: Settings; key: SigningKey },
): Promise<void> {
  const issue = (account: Account) => issueIdToken(account, key, settings.origin, Date.now());
  const returnTo = (query: unknown) => checkedReturn(parse(chooserLink, query).return_to, settings.appOrigin);

  // Who has a token is signed in as whom it names.
  const forThisMachine = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!settings.mintsForLoopbackAlone || isLoopback(request.socket.remoteAddress)) return;
    return reply.code(403).send({ error: 'Tokens are made for this machine alone, unless DEMO_PUBLIC=1' });
  };

  app.get('/jwks', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: [key.publicJwk] }),
  );

  app.post('/token', { onRequest: forThisMachine }, async (request) => {
    const { email_verified, ...account } = parse(tokenInput, request.body);
    return { idToken: await issue({ ...account, emailVerified: email_verified }) };
  });

  app.get('/chooser', (request, reply) => {
    returnTo(request.query);
    return reply.type('text/html').send(chooserPage(settings, { self: request.url }));
  });

  app.post('/chooser', { onRequest: forThisMachine }, async (request, reply) => {
    const target = returnTo(request.query);
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

/** The address to go back to, on the app's own origin: a token must not be carried anywhere else. */
function checkedReturn(value: string, appOrigin: string): URL {
  const url = URL.parse(value);
  if (url?.origin !== appOrigin || url.username || url.password) {
    throw new BadInput(`return_to: must be an address on ${appOrigin}`);
  }
  return url;
}
