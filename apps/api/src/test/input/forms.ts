import { randomUUID } from 'node:crypto';
import type { Client } from '../support/client.ts';
import { PASSWORD } from '../support/people.ts';
import type { Kind } from './bad-values.ts';

/** The clients that send the forms, and the offer that the forms name. */
export interface Senders {
  user: Client;
  admin: Client;
  offerId: number;
}

export interface Form {
  call: (senders: Senders) => { client: Client; method: string; path: string; good: Record<string, unknown> };
  fields: Record<string, Kind>;
}

const offerFields = {
  title: 'text',
  description: 'text',
  offer_url: 'url',
  external_offer_id: 'text',
  category: 'choice',
  model: 'choice',
  targeting: 'text',
  reward_amount: 'number',
  is_active: 'flag',
  spinner_config: 'odds',
  task: 'optionalText',
  title_hi: 'optionalText',
  description_hi: 'optionalText',
  task_hi: 'optionalText',
  preview_url: 'optionalUrl',
  picture_url: 'optionalUrl',
  steps: 'steps',
  steps_hi: 'steps',
  daily_cap: 'optionalNumber',
  starts_on: 'optionalDate',
  ends_on: 'optionalDate',
  offer_goals: 'goals',
  goals_in_order: 'formFlag',
  country_quotas: 'quotas',
  network_id: 'optionalNumber',
} satisfies Record<string, Kind>;

const voucherFields = {
  voucher_type: 'choice',
  voucher_brand: 'text',
  voucher_amount: 'number',
  voucher_description: 'text',
  voucher_terms: 'text',
  expiry_date: 'date',
} satisfies Record<string, Kind>;

const voucher = () => ({
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: 5,
  expiry_date: '2099-01-01',
});

const fraudCall =
  (good: Record<string, unknown>): Form['call'] =>
  ({ admin }) => ({ client: admin, method: 'POST', path: '/api/admin/fraud-detection.php', good });

/** Every documented body, with its fields. */
export const forms: Record<string, Form> = {
  register: {
    call: ({ user }) => ({
      client: user,
      method: 'POST',
      path: '/api/register.php',
      good: {
        firstName: 'A',
        lastName: 'B',
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
        deviceFingerprint: 'd',
      },
    }),
    fields: {
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      password: 'password',
      deviceFingerprint: 'text',
      language: 'choice',
      proof: 'text',
    },
  },
  login: {
    call: ({ user }) => ({
      client: user,
      method: 'POST',
      path: '/api/login.php',
      good: { email: `${randomUUID()}@example.com`, password: PASSWORD, deviceFingerprint: 'd' },
    }),
    fields: { email: 'text', password: 'password', deviceFingerprint: 'text' },
  },
  'firebase-auth': {
    call: ({ user }) => ({ client: user, method: 'POST', path: '/api/firebase-auth.php', good: { idToken: 'a.b.c' } }),
    fields: { idToken: 'token', deviceFingerprint: 'text', proof: 'text' },
  },
  'click-offer': {
    call: ({ user, offerId }) => ({ client: user, method: 'POST', path: '/api/click-offer.php', good: { offerId } }),
    fields: {
      offerId: 'number',
      offer_id: 'number',
      clientSeedHash: 'hash',
      advertisingId: 'uuid',
      country: 'country',
      sub1: 'text',
      sub2: 'text',
      sub3: 'text',
      sub4: 'text',
      sub5: 'text',
    },
  },
  spin: {
    call: ({ user, offerId }) => ({
      client: user,
      method: 'POST',
      path: '/api/spin.php',
      good: { offerId, clientSeed: 'mine' },
    }),
    fields: { offerId: 'number', offer_id: 'number', clientSeed: 'text' },
  },
  'admin login': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/login.php',
      good: { username: 'unknown', password: PASSWORD },
    }),
    fields: { username: 'text', password: 'password', code: 'text' },
  },
  'admin register': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/register.php',
      good: {
        username: `u-${randomUUID()}`,
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
        setupToken: 't',
      },
    }),
    fields: { username: 'text', email: 'text', password: 'password', setupToken: 'text', role: 'choice' },
  },
  'create offer': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/offers.php',
      good: {
        title: 'T',
        description: 'D',
        offer_url: 'https://a.example/?c={click_id}',
        external_offer_id: randomUUID(),
      },
    }),
    fields: offerFields,
  },
  'update offer': {
    call: ({ admin, offerId }) => ({
      client: admin,
      method: 'PUT',
      path: '/api/admin/offers.php',
      good: { offer_id: offerId },
    }),
    fields: { ...offerFields, offer_id: 'number', version: 'number' },
  },
  'one voucher': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { ...voucher(), voucher_code: randomUUID() },
    }),
    fields: { ...voucherFields, voucher_code: 'text', voucher_pin: 'pin' },
  },
  'many vouchers': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { ...voucher(), voucher_codes: [randomUUID()] },
    }),
    fields: { voucher_codes: 'codes', voucher_pins: 'pins' },
  },
  'generated vouchers': {
    call: ({ admin }) => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { voucher_type: 'amazon', quantity: 1 },
    }),
    fields: { quantity: 'number' },
  },
  'voucher status': {
    call: ({ admin }) => ({
      client: admin,
      method: 'PUT',
      path: '/api/admin/vouchers.php',
      good: { voucher_id: 999_999, status: 'expired' },
    }),
    fields: { voucher_id: 'number', status: 'choice' },
  },
  'flag a user': {
    call: fraudCall({ action: 'flag_user', user_id: 999_999 }),
    fields: { action: 'choice', user_id: 'number', notes: 'text' },
  },
  'flag users': {
    call: fraudCall({ action: 'bulk_flag_users', user_ids: '999999' }),
    fields: { user_ids: 'ids', notes: 'text' },
  },
  'block an IP address': {
    call: fraudCall({ action: 'block_ip', ip_address: '203.0.113.200' }),
    fields: { ip_address: 'text', notes: 'text', confirm_own: 'formFlag' },
  },
  'block a device': {
    call: fraudCall({ action: 'block_device', device_fingerprint: 'd' }),
    fields: { device_fingerprint: 'text', notes: 'text' },
  },
};
