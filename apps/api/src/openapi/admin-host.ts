import { offerClick } from '@inaam/contracts/clicks/offer-clicks';
import { pagination } from '@inaam/contracts/common/lists';
import { conversion } from '@inaam/contracts/completions/conversions';
import { fraudDevice, fraudIp, fraudUser } from '@inaam/contracts/fraud/fraud';
import { sessionAdmin } from '@inaam/contracts/identity/sign-in';
import { adminUser, userDetailCompletion } from '@inaam/contracts/identity/users';
import { adminOffer } from '@inaam/contracts/offers/offers';
import { adminVoucher, voucherStat } from '@inaam/contracts/vouchers/vouchers';
import { fraudOperations } from './admin/fraud.ts';
import { offerOperations } from './admin/offers.ts';
import { peopleOperations } from './admin/people.ts';
import { sessionOperations } from './admin/session.ts';
import { voucherOperations } from './admin/vouchers.ts';
import type { HostDescription } from './operation.ts';

export const adminHostDescription: HostDescription = {
  title: 'Rewards: admin API',
  description: `For the back-office and for internal services: sign in as an admin and send the cookie, or send a
service key (\`Authorization: Bearer …\`) that an admin issues.

Money is a JSON number in rupees; times are ISO 8601 in UTC; "today" is a day in Asia/Kolkata; ids are numbers. Errors
are \`{"error": "…"}\` with a matching status; invalid input is a 400 that names the field. A method that a path does
not support is a 405 with \`Allow\`. A body has at most 256 kB. A page past the end is an empty list. 429 and 503 send
\`Retry-After\`.`,
  tags: [
    { name: 'Session', description: 'Sign in, sign out, create admins' },
    { name: 'Dashboard', description: 'Key figures' },
    { name: 'Offers', description: 'Offers and the odds of their wheels' },
    { name: 'Vouchers', description: 'The stock of codes' },
    { name: 'Users', description: 'Users and their activity' },
    { name: 'Conversions', description: 'Completions and the prizes of their spins' },
    { name: 'Fraud', description: 'Suspicious registrations, flags and blocks' },
  ],
  cookie: 'inaam_admin',
  serviceKeys: true,
  entities: {
    SessionAdmin: sessionAdmin,
    Offer: adminOffer,
    Voucher: adminVoucher,
    VoucherStat: voucherStat,
    User: adminUser,
    UserCompletion: userDetailCompletion,
    Conversion: conversion,
    OfferClick: offerClick,
    FraudUser: fraudUser,
    FraudIp: fraudIp,
    FraudDevice: fraudDevice,
    Pagination: pagination,
  },
  operations: {
    ...sessionOperations,
    ...offerOperations,
    ...voucherOperations,
    ...peopleOperations,
    ...fraudOperations,
  },
};
