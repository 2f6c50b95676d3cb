import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import { type AdminCaller, body, type Endpoint, query, withRawInput } from '../endpoint.ts';

/** Undo is the web app's. */
function documented(step: FraudStep) {
  const { undo: _, ...acted } = step;
  return acted;
}

/** Forms are what is documented; the same fields as JSON are read, too. */
export const fraudDetection: Endpoint<AdminCaller> = {
  path: '/api/admin/fraud-detection.php',
  GET: (admin, request) => withRawInput(admin.fraud.list)(query(request)),
  POST: async (admin, request) => documented(await withRawInput(admin.fraud.act)(body(request))),
};
