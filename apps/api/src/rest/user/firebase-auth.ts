import { body, type Endpoint, type UserCaller, withRawInput } from '../endpoint.ts';

export const firebaseAuth: Endpoint<UserCaller> = {
  path: '/api/firebase-auth.php',
  POST: (user, request) => withRawInput(user.identity.providerLogin)(body(request)),
};
