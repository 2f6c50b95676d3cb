import {
  adminOfferList,
  offerCreateInput,
  offerIdInput,
  offerListInput,
  offerSaved,
  offerUpdateInput,
} from '@inaam/contracts/offers/offers';
import { message } from '@inaam/contracts/vouchers/vouchers';
import type { Operations } from '../operation.ts';

export const offerOperations: Operations = {
  '/api/admin/offers.php': {
    GET: {
      id: 'listOffers',
      tag: 'Offers',
      summary: 'Offers with their figures',
      description: 'Archived offers are listed only with `status=archived`.',
      access: 'session',
      query: offerListInput,
      reply: adminOfferList,
    },
    POST: {
      id: 'createOffer',
      tag: 'Offers',
      summary: 'Create an offer',
      access: 'session',
      body: offerCreateInput,
      reply: offerSaved,
      refusals: ['EXTERNAL_OFFER_ID_TAKEN'],
    },
    PUT: {
      id: 'updateOffer',
      tag: 'Offers',
      summary: 'Change an offer',
      description:
        'Absent fields stay unchanged. Existing completions keep their odds. With `version`, the change is refused ' +
        'if the offer has another version by now; without it, the last change wins.',
      access: 'session',
      body: offerUpdateInput,
      bodyExamples: {
        'the odds': { offer_id: 7, spinner_config: '{"rewards":[{"amount":5,"probability":12.5}]}' },
        'back to active': { offer_id: 7, is_active: true },
      },
      reply: offerSaved,
      refusals: ['OFFER_NOT_FOUND', 'VERSION_CHANGED', 'EXTERNAL_OFFER_ID_TAKEN'],
    },
    DELETE: {
      id: 'deactivateOffer',
      tag: 'Offers',
      summary: 'Deactivate an offer',
      access: 'session',
      query: offerIdInput,
      reply: message,
      refusals: ['OFFER_NOT_FOUND'],
    },
  },
};
