import { type AdminCaller, body, type Endpoint, unread } from '../endpoint.ts';

export const login: Endpoint<AdminCaller> = {
  path: '/api/admin/login.php',
  POST: (admin, request) => unread(admin.identity.login)(body(request)),
};
