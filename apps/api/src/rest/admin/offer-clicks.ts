import { type AdminCaller, type Endpoint, query, unread } from '../endpoint.ts';

export const offerClicks: Endpoint<AdminCaller> = {
  path: '/api/admin/offer-clicks.php',
  GET: (admin, request) => unread(admin.clicks.list)(query(request)),
};
