import { requiredText } from '@inaam/contracts/common/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { likeCpalead, likeOgads } from '../feeds.ts';
import { parse } from '../input.ts';
import type { Settings } from '../settings.ts';

const typicalUser = z.object({ ip: requiredText(60), user_agent: requiredText(400) });
const account = z.object({ id: requiredText(100) });

/** The stand-in network's list of offers, as two kinds of networks have it. Any key is good. */
export async function feedRoutes(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  app.get('/feeds/ogads', async (request, reply) => {
    if (!/^Bearer \S/.test(request.headers.authorization ?? '')) {
      return reply.status(401).send({ error: 'A Bearer key is required' });
    }
    parse(typicalUser, request.query);
    return likeOgads(settings.origin);
  });

  app.get('/feeds/cpalead', async (request) => {
    parse(account, request.query);
    return likeCpalead(settings.origin);
  });
}
