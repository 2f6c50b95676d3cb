import type { AdminCaller, Endpoint } from '../endpoint.ts';

export const dashboard: Endpoint<AdminCaller> = {
  path: '/api/admin/dashboard.php',
  GET: (admin) => admin.insights.dashboard(),
};
