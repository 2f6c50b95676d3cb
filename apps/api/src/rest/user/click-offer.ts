import { body, type Endpoint, type UserCaller, withRawInput } from '../endpoint.ts';

export const clickOffer: Endpoint<UserCaller> = {
  path: '/api/click-offer.php',
  POST: (user, request) => withRawInput(user.clicks.create)(body(request)),
};
