import { type AdminCaller, type Endpoint, query, withRawInput } from '../endpoint.ts';

export const users: Endpoint<AdminCaller> = {
  path: '/api/admin/users.php',
  /** With `user_id` that user in detail, else the list. */
  async GET(admin, request) {
    const asked = query(request);
    const one = typeof asked === 'object' && asked !== null && 'user_id' in asked;
    return one ? withRawInput(admin.users.detail)(asked) : withRawInput(admin.users.list)(asked);
  },
};
