import { type AdminCaller, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const dashboard: Endpoint<AdminCaller> = {
  path: '/api/admin/dashboard.php',
  GET: (admin, request) => withRawInput(admin.insights.dashboard)(query(request)),
};
