import { type AdminCaller, body, type Endpoint, query, unread } from '../endpoint.ts';

export const offers: Endpoint<AdminCaller> = {
  path: '/api/admin/offers.php',
  GET: (admin, request) => unread(admin.offers.list)(query(request)),
  POST: (admin, request) => unread(admin.offers.create)(body(request)),
  PUT: (admin, request) => unread(admin.offers.update)(body(request)),
  DELETE: (admin, request) => unread(admin.offers.deactivate)(query(request)),
};
