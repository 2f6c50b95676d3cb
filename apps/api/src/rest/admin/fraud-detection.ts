import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import { type AdminCaller, body, type Endpoint, query, unread } from '../endpoint.ts';

/** Undo is the web app's. */
function documented(step: FraudStep) {
  const { undo: _, ...acted } = step;
  return acted;
}

/** Forms are what is documented; the same fields as JSON are read, too. */
export const fraudDetection: Endpoint<AdminCaller> = {
  path: '/api/admin/fraud-detection.php',
  GET: (admin, request) => unread(admin.fraud.list)(query(request)),
  POST: async (admin, request) => documented(await unread(admin.fraud.act)(body(request))),
};
