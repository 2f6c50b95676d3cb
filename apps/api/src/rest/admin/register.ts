import { type AdminCaller, body, type Endpoint, unread } from '../endpoint.ts';

export const register: Endpoint<AdminCaller> = {
  path: '/api/admin/register.php',
  POST: (admin, request) => unread(admin.identity.register)(body(request)),
};
