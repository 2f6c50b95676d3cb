import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import { type AdminCaller, type Endpoint, fromQuery, getBody, withRawInput } from './endpoint.ts';

/** The documented reply. Undo is only for the web app. */
function documented(step: FraudStep) {
  const { undo: _, ...reply } = step;
  return reply;
}

export const fraudDetection: Endpoint<AdminCaller> = {
  GET: fromQuery((admin) => admin.fraud.list),
  POST: async (admin, request) => documented(await withRawInput(admin.fraud.act)(getBody(request))),
};
