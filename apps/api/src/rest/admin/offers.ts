import { type AdminCaller, body, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const offers: Endpoint<AdminCaller> = {
  path: '/api/admin/offers.php',
  GET: (admin, request) => withRawInput(admin.offers.list)(query(request)),
  POST: (admin, request) => withRawInput(admin.offers.create)(body(request)),
  PUT: (admin, request) => withRawInput(admin.offers.update)(body(request)),
  DELETE: (admin, request) => withRawInput(admin.offers.deactivate)(query(request)),
};
