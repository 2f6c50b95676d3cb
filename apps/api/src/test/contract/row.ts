import type { AdminClient, AppClient } from '@inaam/client/client';
import type { startIdentityProvider } from '../support/identity-provider.ts';
import type { SampleData } from '../support/sample-data.ts';
import type { Fields } from './fields.ts';

/** The clients that the rows use, and the sample data. */
export interface Callers {
  data: SampleData;
  provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  user: AppClient;
  guest: AppClient;
  admin: AdminClient;
  adminGuest: AdminClient;
}

interface CallResult {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** A documented call, with each field of its reply as in sections 3 and 7 of the specification. */
export interface Row {
  call: string;
  send: (callers: Callers) => Promise<CallResult>;
  /** Fields by place in the answer. */
  fields: Record<string, Fields>;
}

export const done: Fields = { success: 'flag' };
export const doneWithMessage: Fields = { ...done, message: 'text' };
export const pages: Fields = { page: 'whole', limit: 'whole', total: 'whole', totalPages: 'whole' };
export const spinFields: Fields = {
  voucher_amount: 'number?',
  voucher_brand: 'text?',
  payout_amount: 'number',
  completed_at: 'time',
};
