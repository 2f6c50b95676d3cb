import type { AdminCaller, Endpoint } from '../endpoint.ts';

export const logout: Endpoint<AdminCaller> = {
  path: '/api/admin/logout.php',
  POST: (admin) => admin.identity.logout(),
};
