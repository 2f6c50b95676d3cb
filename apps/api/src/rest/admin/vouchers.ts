import { type AdminCaller, body, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const vouchers: Endpoint<AdminCaller> = {
  path: '/api/admin/vouchers.php',
  GET: (admin, request) => withRawInput(admin.vouchers.list)(query(request)),
  POST: (admin, request) => withRawInput(admin.vouchers.create)(body(request)),
  PUT: (admin, request) => withRawInput(admin.vouchers.setStatus)(body(request)),
  DELETE: (admin, request) => withRawInput(admin.vouchers.delete)(query(request)),
};
