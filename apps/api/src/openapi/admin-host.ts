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

/** The back-office's host. */
export const adminHostDescription: HostDescription = {
  title: 'Rewards: admin API',
  description: `What the back-office does, for internal services as well: with the cookie of a signed-in admin, or with
a service key (\`Authorization: Bearer …\`) that an admin issues.

Money is a JSON number in rupees; times are ISO 8601 in UTC; "today" is a day in Asia/Kolkata; ids are numbers. A
refusal is \`{"error": "…"}\` with the status that fits; bad input is a 400 that names the field. A method that a path
does not have is a 405 with \`Allow\`. A body has at most 256 kB. A page past the end is an empty list. 429 and 503 say
in \`Retry-After\` when to come back.`,
  tags: [
    { name: 'Session', description: 'Signing in and out, and making further admins' },
    { name: 'Dashboard', description: 'Figures at a glance' },
    { name: 'Offers', description: 'What users can complete, and the odds of its wheel' },
    { name: 'Vouchers', description: 'The stock of codes' },
    { name: 'Users', description: 'Who they are and what they did' },
    { name: 'Conversions', description: 'Completions and what their spins won' },
    { name: 'Fraud', description: 'Who registered from where, and what is done about it' },
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
