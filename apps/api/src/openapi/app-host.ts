import { click, clickInput } from '@inaam/contracts/clicks/click-offer';
import {
  loginInput,
  providerLoginInput,
  registerInput,
  sessionUser,
  signedInUser,
} from '@inaam/contracts/identity/sign-in';
import { completionView, userStats } from '@inaam/contracts/insights/insights';
import { userOffer, userOfferList } from '@inaam/contracts/offers/offers';
import { proof, spinInput, spinResult, wonVoucher } from '@inaam/contracts/spins/spins';
import { z } from 'zod';
import type { HostDescription } from './operation.ts';

const eitherSpelling = { anyOf: [{ required: ['offerId'] }, { required: ['offer_id'] }] };

export const appHostDescription: HostDescription = {
  title: 'Rewards: user API',
  description: `Users sign in, start offers, and spin for vouchers.

Money is a JSON number in rupees; times are ISO 8601 in UTC; ids are numbers. Errors are \`{"error": "…"}\` with a
matching status; invalid input is a 400 that names the field. A method that a path does not support is a 405 with
\`Allow\`. A body is JSON of at most 256 kB. 429 and 503 send \`Retry-After\`.`,
  tags: [
    { name: 'Session', description: 'Register, sign in, sign out' },
    { name: 'Offers', description: 'The list of offers, and starting one' },
    { name: 'Spins', description: 'The draw, which anyone can verify' },
  ],
  cookie: 'inaam_user',
  serviceKeys: false,
  entities: {
    SessionUser: sessionUser,
    Offer: userOffer,
    Completion: completionView,
    WonVoucher: wonVoucher,
    Proof: proof,
  },
  operations: {
    '/api/register.php': {
      POST: {
        id: 'register',
        tag: 'Session',
        summary: 'Create an account and sign in',
        description: `In production with mail, the answer is instead
\`{"success": true, "message": "Check your email to continue"}\`, whether the e-mail address is taken or not. The
account works after the mail's link or code was used. A service key with the scope \`users:register\`
(\`Authorization: Bearer …\`) always gets the answer below.`,
        access: 'none',
        body: registerInput,
        reply: signedInUser,
        refusals: ['BLOCKED', 'EMAIL_TAKEN', 'KEY_OUT_OF_SCOPE', 'KEY_WRONG_ADDRESS', 'SIGN_UPS_PAUSED'],
      },
    },
    '/api/login.php': {
      POST: {
        id: 'login',
        tag: 'Session',
        summary: 'Sign in with e-mail and password',
        access: 'none',
        body: loginInput,
        reply: signedInUser,
        refusals: ['WRONG_EMAIL_OR_PASSWORD', 'SUSPENDED', 'BLOCKED'],
      },
    },
    '/api/firebase-auth.php': {
      POST: {
        id: 'firebaseAuth',
        tag: 'Session',
        summary: "Sign in with an identity provider's token",
        access: 'none',
        body: providerLoginInput,
        reply: signedInUser,
        refusals: ['WRONG_ID_TOKEN', 'SUSPENDED', 'BLOCKED', 'PROOF_NEEDED', 'SIGN_UPS_PAUSED'],
      },
    },
    '/api/logout.php': {
      POST: {
        id: 'logout',
        tag: 'Session',
        summary: 'Sign out',
        description: 'Works with or without a session.',
        access: 'none',
        reply: z.object({}),
      },
    },
    '/api/offers.php': {
      GET: {
        id: 'listOffers',
        tag: 'Offers',
        summary: "All offers, with the user's progress",
        access: 'session',
        reply: userOfferList,
      },
    },
    '/api/click-offer.php': {
      POST: {
        id: 'clickOffer',
        tag: 'Offers',
        summary: 'Start an offer',
        description: 'Records a click and returns the URL to open. `offer_id` is accepted in place of `offerId`.',
        access: 'session',
        body: clickInput,
        bodyRule: eitherSpelling,
        bodyExamples: { offerId: { offerId: 7 }, offer_id: { offer_id: 7 } },
        reply: click,
        refusals: ['OFFER_NOT_FOUND', 'OFFER_ALREADY_COMPLETED', 'OFFER_UNAVAILABLE', 'STARTS_PAUSED'],
      },
    },
    '/api/spin.php': {
      POST: {
        id: 'spin',
        tag: 'Spins',
        summary: 'Spin the wheel of a completed offer',
        description: `The server draws; repeating the call returns the recorded result. \`voucher\` is absent after a
loss, and while a win waits for stock. With \`proof\` anyone can recompute the draw: see the page "Fairness" of the web app.`,
        access: 'session',
        body: spinInput,
        bodyRule: eitherSpelling,
        bodyExamples: { plain: { offerId: 7 }, 'with a seed of your own': { offerId: 7, clientSeed: 'my own words' } },
        reply: spinResult,
        refusals: [
          'EMAIL_NOT_VERIFIED',
          'OFFER_NOT_FOUND',
          'OFFER_NOT_COMPLETED',
          'COMPLETION_REVERSED',
          'SPINS_PAUSED',
        ],
      },
    },
    '/api/user-stats.php': {
      GET: {
        id: 'userStats',
        tag: 'Spins',
        summary: "The user's figures and completions",
        access: 'session',
        reply: userStats,
      },
    },
  },
};
