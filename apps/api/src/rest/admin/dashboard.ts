import { type AdminCaller, type Endpoint, query, unread } from '../endpoint.ts';

export const dashboard: Endpoint<AdminCaller> = {
  path: '/api/admin/dashboard.php',
  GET: (admin, request) => unread(admin.insights.dashboard)(query(request)),
};
