import { type AdminCaller, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const conversions: Endpoint<AdminCaller> = {
  path: '/api/admin/conversions.php',
  GET: (admin, request) => withRawInput(admin.completions.list)(query(request)),
};
