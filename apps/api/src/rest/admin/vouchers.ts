import { type AdminCaller, body, type Endpoint, query, unread } from '../endpoint.ts';

export const vouchers: Endpoint<AdminCaller> = {
  path: '/api/admin/vouchers.php',
  GET: (admin, request) => unread(admin.vouchers.list)(query(request)),
  POST: (admin, request) => unread(admin.vouchers.create)(body(request)),
  PUT: (admin, request) => unread(admin.vouchers.setStatus)(body(request)),
  DELETE: (admin, request) => unread(admin.vouchers.delete)(query(request)),
};
