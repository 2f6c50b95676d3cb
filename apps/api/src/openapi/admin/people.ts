import { offerClickList, offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionList, conversionListInput } from '@inaam/contracts/completions/conversions';
import { adminUserList, userDetail, userDetailInput, userListInput } from '@inaam/contracts/identity/users';
import { z } from 'zod';
import type { Operations } from '../operation.ts';

export const peopleOperations: Operations = {
  '/api/admin/users.php': {
    GET: {
      id: 'listUsers',
      tag: 'Users',
      summary: 'Users with their figures, or one user in detail',
      description:
        'With `user_id`, returns that user with every completion. Other parameters, except `codes`, are ignored.',
      access: 'session',
      query: z.object({
        ...userListInput.shape,
        user_id: userDetailInput.shape.user_id.optional(),
        codes: userDetailInput.shape.codes,
      }),
      reply: adminUserList,
      orReply: { name: 'UserDetail', schema: userDetail },
      refusals: ['USER_NOT_FOUND'],
    },
  },
  '/api/admin/conversions.php': {
    GET: {
      id: 'listConversions',
      tag: 'Conversions',
      summary: 'Completions with the prizes of their spins',
      access: 'session',
      query: conversionListInput,
      reply: conversionList,
    },
  },
  '/api/admin/offer-clicks.php': {
    GET: {
      id: 'listOfferClicks',
      tag: 'Conversions',
      summary: 'Clicks with their completions',
      access: 'session',
      query: offerClickListInput,
      reply: offerClickList,
    },
  },
};
