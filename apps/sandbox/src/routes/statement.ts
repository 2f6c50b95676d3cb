import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { parseMicros } from '@inaam/contracts/common/money';
import { istDay } from '@inaam/contracts/common/time';
import {
  buildExampleStatement,
  type ExampleSale,
  formatExampleStatement,
} from '@inaam/core/partners/statements/example';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parse } from '../input.ts';
import type { CountedSale, Ledger } from '../ledger.ts';

const statementInput = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM')
    .optional(),
});

const toExample = ({ clickId, transactionId, payout, at }: CountedSale): ExampleSale => ({
  clickId,
  transactionId,
  micros: parseMicros(payout) ?? 0n,
  currency: 'INR',
  day: istDay(at),
});

/** The sandbox network's monthly statement, with one difference of each kind for reconciliation. */
export async function statementRoutes(app: FastifyInstance, { ledger }: { ledger: Ledger }): Promise<void> {
  /** A postback of an unknown click, which the app parks. Sent with the first download only. */
  let parked: ExampleSale | undefined;

  app.get('/statement.csv', async (request, reply) => {
    const { month = istDay(new Date()).slice(0, 7) } = parse(statementInput, request.query);
    const send = (file: string | Readable) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="statement-${month}.csv"`)
        .send(file);
    // Only a download sends a postback.
    if (request.method === 'HEAD') return send(Readable.from([]));
    if (!parked) {
      const sale = { clickId: `no-click-${randomUUID()}`, transactionId: `sbx-${randomUUID()}`, payout: '12' };
      await ledger.send({ ...sale, status: 'approved' });
      parked = toExample({ ...sale, at: new Date() });
    }
    const lines = buildExampleStatement(ledger.listCounted().map(toExample), parked, month);
    return send(formatExampleStatement(lines));
  });
}
