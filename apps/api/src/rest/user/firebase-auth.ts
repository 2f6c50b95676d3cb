import { body, type Endpoint, type UserCaller, unread } from '../endpoint.ts';

export const firebaseAuth: Endpoint<UserCaller> = {
  path: '/api/firebase-auth.php',
  POST: (user, request) => unread(user.identity.providerLogin)(body(request)),
};
