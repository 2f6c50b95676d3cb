import type { AdminClient, AppClient } from '@inaam/client/client';
import type { startIdentityProvider } from '../support/identity-provider.ts';
import type { SampleData } from '../support/sample-data.ts';
import type { Fields } from './fields.ts';

/** Who the rows call as, and over which data. */
export interface Callers {
  data: SampleData;
  provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  user: AppClient;
  guest: AppClient;
  admin: AdminClient;
  adminGuest: AdminClient;
}

interface Called {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** A documented call, and each field of its reply as section 3 and 7 of the specification write it. */
export interface Row {
  call: string;
  send: (callers: Callers) => Promise<Called>;
  /** By the place in the answer. */
  fields: Record<string, Fields>;
}

export const done: Fields = { success: 'flag' };
export const said: Fields = { ...done, message: 'text' };
export const pages: Fields = { page: 'whole', limit: 'whole', total: 'whole', totalPages: 'whole' };
export const ofSpin: Fields = {
  voucher_amount: 'number?',
  voucher_brand: 'text?',
  payout_amount: 'number',
  completed_at: 'time',
};
