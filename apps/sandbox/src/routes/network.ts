import { requiredText } from '@inaam/contracts/common/text';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { clickId, parse, payout } from '../input.ts';
import type { Ledger } from '../ledger.ts';
import { offerPage } from '../pages/offer.ts';
import { AppUnreachable } from '../postback.ts';
import type { Settings } from '../settings.ts';

/** The query of the offer links in the demo data. */
const offerLink = z.object({
  click_id: clickId,
  offer: z.string().max(200).optional(),
  title: z.string().max(300).optional(),
  payout,
  /** The preset of the simulated network that sends the postback; the sandbox network if absent. */
  partner: z.string().max(40).optional(),
});
const offerAction = z.object({ action: z.enum(['complete', 'reverse'], 'must be complete or reverse') });

const completeInput = z.object({
  click_id: clickId,
  payout,
  transaction_id: requiredText(200).optional(),
  status: z
    .string()
    .regex(/^[\w-]{1,32}$/, 'must be approved or reversed')
    .default('approved'),
});

/** The sandbox partner network: the page of an offer, and an API for scripts. */
export async function networkRoutes(
  app: FastifyInstance,
  { settings, ledger }: { settings: Settings; ledger: Ledger },
): Promise<void> {
  app.get('/offer', async (request, reply) => {
    const link = parse(offerLink, request.query);
    const page = offerPage(settings, { ...link, self: request.url, entry: ledger.get(link.click_id) });
    return reply.type('text/html').send(page);
  });

  app.post('/offer', async (request, reply) => {
    const link = parse(offerLink, request.query);
    const { action } = parse(offerAction, request.body);
    const status = action === 'complete' ? 'approved' : 'reversed';
    try {
      await ledger.send({ clickId: link.click_id, payout: link.payout, status, partner: link.partner });
    } catch (error) {
      // The offer's page shows this error.
      if (!(error instanceof AppUnreachable)) throw error;
    }
    // Redirect to the page by GET, so that a reload sends nothing.
    return reply.redirect(request.url, 303);
  });

  app.post('/complete', async (request) => {
    const input = parse(completeInput, request.body);
    return ledger.send({
      clickId: input.click_id,
      transactionId: input.transaction_id,
      payout: input.payout,
      status: input.status,
    });
  });
}
