import { type AdminCaller, type Endpoint, query, unread } from '../endpoint.ts';

export const conversions: Endpoint<AdminCaller> = {
  path: '/api/admin/conversions.php',
  GET: (admin, request) => unread(admin.completions.list)(query(request)),
};
