import { requiredText, text, wholeNumber } from '@inaam/contracts/common/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parse } from '../input.ts';
import { boxesPage, boxPage } from '../pages/receiver.ts';
import { Receiver } from '../receiver.ts';
import type { Settings } from '../settings.ts';

const params = z.object({
  box: requiredText(60).pipe(z.string().regex(/^[\w-]+$/, 'must be letters, digits, - and _')),
});
const boxSettings = z.object({
  status: z.union([z.literal('').transform(() => undefined), wholeNumber(200, 599)]).optional(),
  secret: text(200)
    .transform((value) => value || undefined)
    .pipe(
      z
        .string()
        .regex(/^whsec_[\w+/=-]{20,}$/, 'must begin with whsec_')
        .optional(),
    )
    .optional(),
});

/** Boxes that receive webhooks and conversions: pages, an API for scripts, and endpoints for the app. */
export async function receiverRoutes(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  const receiver = new Receiver();

  app.get('/hooks', (_request, reply) => reply.type('text/html').send(boxesPage(settings, receiver.names())));

  const receive = (request: FastifyRequest, reply: FastifyReply) => {
    const { box } = parse(params, request.params);
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const body = typeof request.body === 'string' ? request.body : '';
    const query = request.query as Record<string, string>;
    return reply.status(receiver.receive(box, { method: request.method, headers, query, body, at: new Date() })).send();
  };

  // Bodies stay unparsed, because a signature covers the raw bytes.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    raw.post('/hooks/:box', receive);
    // A GET with a query is a conversion for a tracker; without a query it shows the page of the box.
    raw.get('/hooks/:box', (request, reply) => {
      if (Object.keys(request.query as object).length > 0) return receive(request, reply);
      const { box } = parse(params, request.params);
      const page = boxPage(settings, { box, ...receiver.getSettings(box), received: receiver.list(box) });
      return reply.type('text/html').send(page);
    });
  });

  app.get('/hooks/:box/calls.json', (request) => ({ calls: receiver.list(parse(params, request.params).box) }));

  app.post('/hooks/:box/settings', (request, reply) => {
    const { box } = parse(params, request.params);
    receiver.set(box, parse(boxSettings, request.body));
    if (request.headers.accept?.includes('text/html')) return reply.redirect(`/hooks/${box}`, 303);
    return { ok: true };
  });
}
