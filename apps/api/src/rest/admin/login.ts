import { type AdminCaller, body, type Endpoint, withRawInput } from '../endpoint.ts';

export const login: Endpoint<AdminCaller> = {
  path: '/api/admin/login.php',
  POST: (admin, request) => withRawInput(admin.identity.login)(body(request)),
};
