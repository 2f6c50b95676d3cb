import { text } from '@inaam/contracts/common/text';
import { createPushService } from '@inaam/mailbox/push-service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from '../input.ts';
import type { Settings } from '../settings.ts';

const listQuery = z.object({ endpoint: text(1000).optional() });
const newBrowser = z.object({
  applicationServerKey: z.string().regex(/^[\w-]{87}=?$/, 'must be 65 bytes in base64url'),
});
const oneBrowser = z.object({ endpoint: text(1000) });
const receiver = z.object({ id: text(100) });

/**
 * The simulated push service: `POST /push` subscribes a browser, `POST /push/{id}` receives pushes from the app, `GET
 * /push.json` lists the messages that browsers received, `POST /push/end` ends a subscription.
 */
export async function pushRoutes(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  const service = createPushService(`${settings.origin}/push`);

  app.post('/push', (request) => service.subscribe(parse(newBrowser, request.body).applicationServerKey));

  app.post('/push/end', (request) => {
    service.end(parse(oneBrowser, request.body).endpoint);
    return {};
  });

  app.get('/push.json', (request) => ({ pushes: service.list(parse(listQuery, request.query).endpoint || undefined) }));

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/push/:id', async (request, reply) => {
      const { id } = parse(receiver, request.params);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { status, headers, reason } = await service.receive(id, request.headers, body);
      return reply
        .status(status)
        .headers(headers)
        .send(reason ?? '');
    });
  });
}
