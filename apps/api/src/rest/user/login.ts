import { body, type Endpoint, type UserCaller, withRawInput } from '../endpoint.ts';

export const login: Endpoint<UserCaller> = {
  path: '/api/login.php',
  POST: (user, request) => withRawInput(user.identity.login)(body(request)),
};
