import type { FraudStep } from '@inaam/contracts/fraud/fraud';
import { type AdminCaller, type Endpoint, fromQuery, getBody, withRawInput } from './endpoint.ts';

/** Returns the documented reply: the step without `undo`, which only the web app uses. */
function toDocumentedReply(step: FraudStep) {
  const { undo: _, ...reply } = step;
  return reply;
}

export const fraudDetection: Endpoint<AdminCaller> = {
  GET: fromQuery((admin) => admin.fraud.list),
  POST: async (admin, request) => toDocumentedReply(await withRawInput(admin.fraud.act)(getBody(request))),
};
