import { PASSWORD } from '../support/people.ts';
import type { Fields } from './fields.ts';
import { done, type Row } from './row.ts';

const signedInUser: Record<string, Fields> = {
  '': { ...done, sessionId: 'text' },
  user: { id: 'whole', firstName: 'text', lastName: 'text', email: 'text' },
};
const person = { firstName: 'Ravi', lastName: 'Iyer', email: 'ravi@example.com', password: PASSWORD };

export const userRows: Row[] = [
  {
    call: 'POST /api/register.php',
    send: ({ guest }) => guest.POST('/api/register.php', { body: person }),
    fields: signedInUser,
  },
  {
    call: 'POST /api/login.php',
    send: ({ guest }) => guest.POST('/api/login.php', { body: person }),
    fields: signedInUser,
  },
  {
    call: 'POST /api/firebase-auth.php',
    send: async ({ provider, guest }) =>
      guest.POST('/api/firebase-auth.php', { body: { idToken: await provider.idToken('zoya', 'zoya@example.com') } }),
    fields: signedInUser,
  },
  {
    call: 'GET /api/offers.php',
    send: ({ user }) => user.GET('/api/offers.php'),
    fields: {
      '': done,
      'offers[]': {
        offer_id: 'whole',
        title: 'text',
        description: 'text',
        task: 'text',
        title_hi: 'text?',
        description_hi: 'text?',
        task_hi: 'text?',
        category: 'text',
        model: 'text',
        targeting: 'text',
        preview_url: 'url?',
        completed: 'flag',
        spinner_used: 'flag',
        reward_type: 'text',
        voucher_code: 'text?',
        voucher_pin: 'text?',
        spinner_config: 'json',
        spin_commitment: 'text?',
      },
      'offers[].wheel[]': { from: 'number', to: 'number', amount: 'whole?' },
    },
  },
  {
    call: 'POST /api/click-offer.php',
    send: ({ data, user }) => user.POST('/api/click-offer.php', { body: { offerId: data.offers.started } }),
    fields: { '': { ...done, redirectUrl: 'url' } },
  },
  {
    call: 'POST /api/spin.php',
    send: ({ data, user }) => user.POST('/api/spin.php', { body: { offerId: data.offers.won } }),
    fields: {
      '': { ...done, rewardType: 'text', message: 'text', landingAngle: 'number' },
      'wheel[]': { from: 'number', to: 'number', amount: 'whole?' },
      voucher: { amount: 'number', type: 'text', brand: 'text', code: 'text', pin: 'text?' },
      proof: {
        serverSeed: 'text',
        clientSeed: 'text',
        completionId: 'whole',
        commitment: 'text',
        roll: 'whole',
        clientSeedHash: 'text?',
        share: 'text',
      },
    },
  },
  {
    call: 'GET /api/user-stats.php',
    send: ({ user }) => user.GET('/api/user-stats.php'),
    fields: {
      '': done,
      stats: {
        total_completions: 'whole',
        spins_used: 'whole',
        total_vouchers_won: 'whole',
        total_voucher_value: 'number',
        vouchers_by_amount: 'object',
      },
      'stats.vouchers_by_amount': { 5: 'whole', 7: 'whole' },
      'completions[]': {
        title: 'text',
        description: 'text',
        task: 'text',
        title_hi: 'text?',
        description_hi: 'text?',
        task_hi: 'text?',
        category: 'text',
        preview_url: 'url?',
        completed_at: 'time',
        spinner_used: 'flag',
        reward_type: 'text',
        voucher_code: 'text?',
        voucher_pin: 'text?',
      },
    },
  },
  { call: 'POST /api/logout.php', send: ({ guest }) => guest.POST('/api/logout.php'), fields: { '': done } },
];
