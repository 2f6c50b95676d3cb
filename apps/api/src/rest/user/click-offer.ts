import { body, type Endpoint, type UserCaller, unread } from '../endpoint.ts';

export const clickOffer: Endpoint<UserCaller> = {
  path: '/api/click-offer.php',
  POST: (user, request) => unread(user.clicks.create)(body(request)),
};
