import { conversion, conversionList, conversionListInput } from '@inaam/contracts/completions';
import { dashboardInput } from '@inaam/contracts/dashboard-series';
import {
  fraudActed,
  fraudActionInput,
  fraudData,
  fraudDevice,
  fraudIp,
  fraudListInput,
  fraudUser,
} from '@inaam/contracts/fraud';
import { adminLoginInput, adminRegisterInput, sessionAdmin, signedInAdmin } from '@inaam/contracts/identity';
import { dashboard } from '@inaam/contracts/insights';
import { pagination } from '@inaam/contracts/lists';
import { offerClick, offerClickList, offerClickListInput } from '@inaam/contracts/offer-clicks';
import {
  adminOffer,
  adminOfferList,
  offerCreateInput,
  offerIdInput,
  offerListInput,
  offerSaved,
  offerUpdateInput,
} from '@inaam/contracts/offers';
import {
  adminUser,
  adminUserList,
  userDetail,
  userDetailCompletion,
  userIdInput,
  userListInput,
} from '@inaam/contracts/users';
import {
  adminVoucher,
  adminVoucherList,
  message,
  voucherCreated,
  voucherCreateInput,
  voucherIdInput,
  voucherListInput,
  voucherStat,
  voucherStatusInput,
} from '@inaam/contracts/vouchers';
import { z } from 'zod';
import type { HostDescription } from './document.ts';

const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 5, expiry_date: '2027-01-31' };

/** The back-office's host. */
export const adminHostDescription: HostDescription = {
  title: 'Rewards: admin API',
  description: `What the back-office does, for internal services as well: with the cookie of a signed-in admin, or with a service key
(\`Authorization: Bearer …\`) that an admin issues.

Money is a JSON number in rupees; times are ISO 8601 in UTC; "today" is a day in Asia/Kolkata; ids are numbers. A refusal is
\`{"error": "…"}\` with the status that fits; bad input is a 400 that names the field. A method that a path does not have is a 405 with
\`Allow\`. A body has at most 256 kB. A page past the end is an empty list. 429 and 503 say in \`Retry-After\` when to come back.`,
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
    '/api/admin/login.php': {
      POST: {
        id: 'login',
        tag: 'Session',
        summary: 'Sign in',
        access: 'none',
        body: adminLoginInput,
        reply: signedInAdmin,
        refusals: ['WRONG_USERNAME_OR_PASSWORD'],
      },
    },
    '/api/admin/logout.php': {
      POST: {
        id: 'logout',
        tag: 'Session',
        summary: 'Sign out',
        description: 'Works for everybody, signed in or not.',
        access: 'none',
        reply: z.object({}),
      },
    },
    '/api/admin/register.php': {
      POST: {
        id: 'registerAdmin',
        tag: 'Session',
        summary: 'Create an admin',
        description:
          'While there is no admin at all, the setup token that is printed at start takes the place of a session.',
        access: 'session',
        body: adminRegisterInput,
        bodyExamples: {
          'by an admin': { username: 'priya', email: 'priya@example.com', password: 'monsoon-lantern-42' },
          'the first one': {
            username: 'priya',
            email: 'priya@example.com',
            password: 'monsoon-lantern-42',
            setupToken: 'setup-7f3a',
          },
        },
        reply: message,
        refusals: ['SETUP_TOKEN_WRONG', 'USERNAME_TAKEN', 'ADMIN_EMAIL_TAKEN'],
      },
    },
    '/api/admin/dashboard.php': {
      GET: {
        id: 'dashboard',
        tag: 'Dashboard',
        summary: 'Counters, recent users and conversions, series and stock',
        access: 'session',
        query: dashboardInput,
        reply: dashboard,
      },
    },
    '/api/admin/offers.php': {
      GET: {
        id: 'listOffers',
        tag: 'Offers',
        summary: 'Offers with their figures',
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
      },
      PUT: {
        id: 'updateOffer',
        tag: 'Offers',
        summary: 'Change an offer',
        description: 'Fields that are absent stay as they are. What somebody completed keeps the odds of that moment.',
        access: 'session',
        body: offerUpdateInput,
        bodyExamples: {
          'the odds': { offer_id: 7, spinner_config: '{"rewards":[{"amount":5,"probability":12.5}]}' },
          'back to active': { offer_id: 7, is_active: true },
        },
        reply: offerSaved,
        refusals: ['OFFER_NOT_FOUND'],
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
    '/api/admin/vouchers.php': {
      GET: {
        id: 'listVouchers',
        tag: 'Vouchers',
        summary: 'Vouchers, with the stock of each brand and the wins that wait for stock',
        access: 'session',
        query: voucherListInput,
        reply: adminVoucherList,
      },
      POST: {
        id: 'createVouchers',
        tag: 'Vouchers',
        summary: 'Add one code or up to 100, or have codes made',
        description: `One code (\`voucher_code\`), a list (\`voucher_codes\`), or a number of codes that the server makes (\`quantity\`).
The first two need brand, amount and expiry date; for codes that are made these are the type's name, 10 rupees and a year ahead unless
given. In a list a code that exists is skipped; a single one is a 409.`,
        access: 'session',
        body: voucherCreateInput,
        bodyRule: {
          anyOf: [
            { required: ['voucher_code', 'voucher_brand', 'voucher_amount', 'expiry_date'] },
            { required: ['voucher_codes', 'voucher_brand', 'voucher_amount', 'expiry_date'] },
            { required: ['quantity'] },
          ],
        },
        bodyExamples: {
          'one code': { ...voucher, voucher_code: 'DEMO-7H2K-B715' },
          'a list of codes': { ...voucher, voucher_codes: ['DEMO-0001', 'DEMO-0002'] },
          'codes that are made': { voucher_type: 'amazon', quantity: 10 },
        },
        reply: voucherCreated,
        refusals: ['VOUCHER_CODE_EXISTS'],
      },
      PUT: {
        id: 'setVoucherStatus',
        tag: 'Vouchers',
        summary: 'Mark a voucher expired, or reactivate it',
        access: 'session',
        body: voucherStatusInput,
        bodyExamples: {
          expire: { voucher_id: 311, status: 'expired' },
          reactivate: { voucher_id: 311, status: 'available' },
        },
        reply: message,
        refusals: ['VOUCHER_NOT_FOUND', 'VOUCHER_DATE_PASSED', 'VOUCHER_MOVE_NOT_ALLOWED'],
      },
      DELETE: {
        id: 'deleteVoucher',
        tag: 'Vouchers',
        summary: 'Delete a voucher that nobody has won',
        access: 'session',
        query: voucherIdInput,
        reply: message,
        refusals: ['VOUCHER_NOT_FOUND', 'VOUCHER_MOVE_NOT_ALLOWED'],
      },
    },
    '/api/admin/users.php': {
      GET: {
        id: 'listUsers',
        tag: 'Users',
        summary: 'Users with their figures, or one user in detail',
        description: 'With `user_id` that user with every completion, whatever the other parameters say.',
        access: 'session',
        query: z.object({ ...userListInput.shape, user_id: userIdInput.shape.user_id.optional() }),
        reply: adminUserList,
        orReply: { name: 'UserDetail', schema: userDetail },
        refusals: ['USER_NOT_FOUND'],
      },
    },
    '/api/admin/offer-clicks.php': {
      GET: {
        id: 'listOfferClicks',
        tag: 'Conversions',
        summary: 'Completions with the clicks that led to them',
        access: 'session',
        query: offerClickListInput,
        reply: offerClickList,
      },
    },
    '/api/admin/fraud-detection.php': {
      GET: {
        id: 'listFraud',
        tag: 'Fraud',
        summary: 'Recent registrations, suspicious addresses and devices',
        description: 'The three lists share `page` and `limit`; each has its own total and pages.',
        access: 'session',
        query: fraudListInput,
        reply: fraudData,
      },
      POST: {
        id: 'actOnFraud',
        tag: 'Fraud',
        summary: 'Flag or unflag users, block or unblock an address or a device',
        description: `Doing it again changes nothing and says the same. In bulk each user is taken by itself, and \`refused\` says who was
left as they were.`,
        access: 'session',
        body: fraudActionInput,
        isForm: true,
        bodyExamples: {
          flag_user: { action: 'flag_user', user_id: 42, notes: 'Five accounts on one phone' },
          unflag_user: { action: 'unflag_user', user_id: 42 },
          bulk_flag_users: { action: 'bulk_flag_users', user_ids: [42, 43] },
          bulk_unflag_users: { action: 'bulk_unflag_users', user_ids: [42, 43] },
          block_ip: { action: 'block_ip', ip_address: '203.0.113.9' },
          unblock_ip: { action: 'unblock_ip', ip_address: '203.0.113.9' },
          block_device: { action: 'block_device', device_fingerprint: '1k3fz9q' },
          unblock_device: { action: 'unblock_device', device_fingerprint: '1k3fz9q' },
        },
        reply: fraudActed,
        refusals: ['USER_NOT_FOUND', 'ADDRESS_IS_OWN'],
      },
    },
    '/api/admin/conversions.php': {
      GET: {
        id: 'listConversions',
        tag: 'Conversions',
        summary: 'Completions with what their spins won',
        access: 'session',
        query: conversionListInput,
        reply: conversionList,
      },
    },
  },
};
