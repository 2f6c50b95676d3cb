import { body, type Endpoint, type UserCaller, withRawInput } from '../endpoint.ts';

export const register: Endpoint<UserCaller> = {
  path: '/api/register.php',
  POST: (user, request) => withRawInput(user.identity.register)(body(request)),
};
