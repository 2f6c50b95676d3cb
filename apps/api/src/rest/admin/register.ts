import { type AdminCaller, body, type Endpoint, withRawInput } from '../endpoint.ts';

export const register: Endpoint<AdminCaller> = {
  path: '/api/admin/register.php',
  POST: (admin, request) => withRawInput(admin.identity.register)(body(request)),
};
