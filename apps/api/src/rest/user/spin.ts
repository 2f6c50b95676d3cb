import { body, type Endpoint, type UserCaller, withRawInput } from '../endpoint.ts';

export const spin: Endpoint<UserCaller> = {
  path: '/api/spin.php',
  POST: (user, request) => withRawInput(user.spins.spin)(body(request)),
};
