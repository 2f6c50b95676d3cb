import { type AdminCaller, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const offerClicks: Endpoint<AdminCaller> = {
  path: '/api/admin/offer-clicks.php',
  GET: (admin, request) => withRawInput(admin.clicks.list)(query(request)),
};
