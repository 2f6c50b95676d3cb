import { randomUUID } from 'node:crypto';
import { requiredText, text } from '@inaam/contracts/common/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from '../input.ts';
import { partnerPage, partnersPage } from '../pages/partner.ts';
import { findPartner, partners as known, type Partners } from '../partners.ts';
import type { Settings } from '../settings.ts';

const onePartner = z.object({ id: requiredText(40) });
const entered = z.object({ postback_url: requiredText(2000), password: text(500).default('') });
const shown = z.object({ sent: z.string().optional() });

/** The simulated dashboards of known networks. */
export async function partnerRoutes(
  app: FastifyInstance,
  { settings, partners }: { settings: Settings; partners: Partners },
): Promise<void> {
  app.get('/partners', (_request, reply) => reply.type('text/html').send(partnersPage(settings, known)));

  app.get('/partners/:id', (request, reply) => {
    const { id } = parse(onePartner, request.params);
    const { sent } = parse(shown, request.query);
    const partner = findPartner(id);
    const answer = /^\d{3}$/.test(sent ?? '') ? { status: Number(sent), body: '' } : undefined;
    const view = { partner, secret: partners.getSecret(partner), entered: partners.get(id), answer };
    return reply.type('text/html').send(partnerPage(settings, view));
  });

  app.post('/partners/:id', (request, reply) => {
    const { id } = parse(onePartner, request.params);
    const { postback_url, password } = parse(entered, request.body);
    partners.save(findPartner(id), { postbackUrl: postback_url.trim(), password: password.trim() });
    return reply.redirect(`/partners/${id}`, 303);
  });

  app.post('/partners/:id/test', async (request, reply) => {
    const { id } = parse(onePartner, request.params);
    const [clickId, transactionId] = [`test-${randomUUID()}`, randomUUID()];
    const { status } = await partners.send(findPartner(id), {
      kind: 'approve',
      clickId,
      transactionId,
      payout: '1.25',
    });
    return reply.redirect(`/partners/${id}?sent=${status}`, 303);
  });
}
