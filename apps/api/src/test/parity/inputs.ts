import { type Step, steps } from './step.ts';

/**
 * Valid and invalid inputs, which a signed-in user and admin send in the middle of the scenario. An input affects later
 * ones only by the records that it creates or changes.
 */

const NUL = 'a\u0000b';
const LONE_SURROGATE = 'a\ud800b';
const person = { firstName: 'Ravi', lastName: 'Iyer', email: 'ravi@example.com', password: 'a password of length' };
const offer = {
  title: 'Third',
  description: 'To be done.',
  offer_url: 'https://partner.example/third?sub={click_id}',
  external_offer_id: 'ext-3',
};
const odds = (...rewards: [amount: unknown, probability: unknown][]) =>
  JSON.stringify({ rewards: rewards.map(([amount, probability]) => ({ amount, probability })) });
const voucher = { voucher_type: 'swiggy', voucher_brand: 'Swiggy', voucher_amount: 20, expiry_date: '2099-06-30' };

const people: Step[] = [
  ...steps(
    'user.identity.register',
    { ...person, firstName: '' },
    { ...person, firstName: NUL },
    { ...person, firstName: LONE_SURROGATE },
    { ...person, lastName: ['Iyer'] },
    { ...person, email: 'ravi@' },
    { ...person, email: 5 },
    { ...person, password: 12_345_678 },
    { ...person, password: 'x'.repeat(257) },
    { ...person, deviceFingerprint: 'x'.repeat(65) },
    { ...person, unknown: { field: true } },
  ),
  ...steps('user.identity.login', { ...person, password: '' }, { ...person, email: null }, { ...person, email: [] }),
  ...steps('user.identity.providerLogin', { idToken: '' }, { idToken: 'x'.repeat(8193) }, { idToken: ['a.b.c'] }),
  ...steps(
    'admin.identity.login',
    { username: '', password: 'x' },
    { username: 'x'.repeat(65), password: 'x' },
    { username: 'root' },
    { username: { name: 'root' }, password: 'x' },
  ),
  ...steps(
    'admin.identity.register',
    { username: 'third', email: 'third', password: 'a password of length' },
    { username: 'third', email: 'third@example.com', password: '1234567' },
    { username: 'third', email: 'third@example.com', password: 'password1' },
    { email: 'third@example.com', password: 'a password of length' },
  ),
];

const clicksAndSpins: Step[] = [
  ...steps(
    'user.clicks.create',
    { offerId: '2' },
    { offerId: 1.5 },
    { offerId: -1 },
    { offerId: 1e308 },
    { offerId: [1] },
    { offerId: null },
    { offerId: '1e3' },
    { offer_id: '' },
    { offerId: Number.MAX_SAFE_INTEGER },
  ),
  ...steps(
    'user.spins.spin',
    {},
    { offerId: 'one' },
    { offerId: 2 },
    { offerId: true },
    { offerId: 1, clientSeed: NUL },
    { offerId: 1, clientSeed: LONE_SURROGATE },
    { offerId: 1, clientSeed: 5 },
    { offer_id: 1, clientSeed: '' },
  ),
];

const offers: Step[] = [
  ...steps(
    'admin.offers.create',
    { ...offer, spinner_config: odds([5, 60], [10, 40]) },
    { ...offer, spinner_config: odds([0, 5]) },
    { ...offer, spinner_config: odds([5, 10.05]) },
    { ...offer, spinner_config: odds() },
    { ...offer, spinner_config: 'not JSON' },
    { ...offer, spinner_config: { rewards: [{ amount: 5, probability: 12.5 }] }, external_offer_id: 'ext-parsed' },
    { ...offer, model: 'CPX' },
    { ...offer, category: 'Toys' },
    { ...offer, reward_amount: '12.345' },
    { ...offer, reward_amount: '12.34', external_offer_id: 'ext-text' },
    { ...offer, is_active: 'yes' },
    { ...offer, is_active: 0, external_offer_id: 'ext-inactive' },
    { ...offer, preview_url: 'ftp://partner.example' },
    { ...offer, preview_url: null, external_offer_id: 'ext-null' },
    { ...offer, title: 'x'.repeat(201) },
    { ...offer, targeting: '  ', external_offer_id: 'ext-blank' },
  ),
  ...steps(
    'admin.offers.update',
    { offer_id: '1', reward_amount: 25 },
    { offer_id: 1, offer_url: 'nowhere' },
    { offer_id: 1, preview_url: '' },
    { offer_id: 0 },
    { offer_id: 1, title: null },
  ),
  ...steps(
    'admin.offers.list',
    { category: 'Game' },
    { category: 'Toys' },
    { search: 'habits' },
    { search: '%' },
    { search: "'; drop table offers; --" },
    { search: 'x'.repeat(201) },
    { status: 'inactive', sortBy: 'total_revenue', sortOrder: 'asc' },
    { page: 99 },
    { page: 0 },
    { page: ['1', '2'] },
    { limit: 1001 },
    { limit: 'ten' },
    { sortOrder: 'up' },
    { unknown: 'field' },
  ),
  ...steps('admin.offers.deactivate', {}, { offer_id: 'x' }, { offer_id: ['1', '2'] }, { offer_id: 1.5 }),
];

const vouchers: Step[] = [
  ...steps(
    'admin.vouchers.create',
    { ...voucher, voucher_code: '' },
    { ...voucher, voucher_codes: [] },
    { ...voucher, voucher_codes: 'LINE-1\nLINE-2\r\n\nLINE-1' },
    { ...voucher, voucher_codes: Array.from({ length: 101 }, (_, i) => `MANY-${i}`) },
    { ...voucher, voucher_codes: [NUL] },
    { ...voucher, voucher_amount: -5, voucher_code: 'NEGATIVE' },
    { ...voucher, voucher_amount: 0.005, voucher_code: 'SMALL' },
    { ...voucher, voucher_amount: '7.50', voucher_code: 'TEXT' },
    { ...voucher, expiry_date: '2099-02-30', voucher_code: 'NO-DAY' },
    { ...voucher, voucher_brand: '', voucher_code: 'NO-BRAND' },
    { voucher_type: 'swiggy', quantity: 0 },
    { voucher_type: 'swiggy', quantity: 101 },
    { voucher_code: 'NO-TYPE' },
  ),
  ...steps(
    'admin.vouchers.setStatus',
    { voucher_id: 3, status: 'expired' },
    { voucher_id: 3, status: 'expired' },
    { voucher_id: 3, status: 'available' },
    { voucher_id: 3, status: 'gone' },
    { voucher_id: 'x', status: 'expired' },
    { status: 'expired' },
  ),
  ...steps(
    'admin.vouchers.list',
    { brand: 'amazon' },
    { voucher_type: 'swiggy' },
    { voucher_type: 'gold' },
    { amount_range: '0-50' },
    { amount_range: '0-51' },
    { expiry_filter: 'valid' },
    { expiry_filter: 'never' },
    { codes: 'masked', limit: 2 },
    { sortBy: 'expiry_date', sortOrder: 'asc', page: '2', limit: '2' },
    { status: ['available', 'expired'] },
  ),
  ...steps('admin.vouchers.delete', {}, { voucher_id: -1 }, { voucher_id: 4242 }),
];

const reports: Step[] = [
  ...steps('admin.insights.dashboard', { days: 7 }, { days: '90' }, { days: 8 }, { days: 'week' }),
  ...steps(
    'admin.completions.list',
    { dateRange: 'today' },
    { dateRange: 'month', voucherFilter: 'lost' },
    { voucherFilter: 'some' },
    { search: 'asha' },
    { offer: 'ext-1', limit: 1 },
    { offer: 'x'.repeat(121) },
    { page: -1 },
  ),
];

const users: Step[] = [
  ...steps(
    'admin.users.list',
    {},
    { dateRange: 'today' },
    { dateRange: 'last_month' },
    { dateRange: 'week' },
    { performanceFilter: 'low' },
    { performanceFilter: 'no_completions' },
    { performanceFilter: 'best' },
    { voucherFilter: 'has_vouchers' },
    { voucherFilter: 'won' },
    { search: 'ASHA' },
    { search: 'unknown' },
    { sortBy: 'total_revenue_generated', sortOrder: 'asc' },
    { sortBy: 'password_hash' },
    { limit: 1000, page: 1 },
    { limit: 0 },
    { page: ['1', '1'] },
    { page: 1_000_000_001 },
  ),
  ...steps(
    'admin.users.detail',
    { user_id: 1 },
    { user_id: '1' },
    { user_id: 4242 },
    { user_id: 0 },
    { user_id: 'asha' },
    { user_id: '' },
    { user_id: ['1', '2'] },
    { user_id: 1, page: 'ignored' },
  ),
];

const offerClicks: Step[] = steps(
  'admin.clicks.list',
  {},
  { conversionStatus: 'voucher_won' },
  { conversionStatus: 'spinner_not_used' },
  { conversionStatus: 'won' },
  { userType: 'email' },
  { userType: 'firebase' },
  { userType: 'google' },
  { dateRange: 'week' },
  { dateRange: 'year' },
  { offer: 'ext-1' },
  { offer: ['ext-1', 'ext-2'] },
  { search: 'asha@example.com' },
  { sortBy: 'payout_amount', sortOrder: 'asc' },
  { sortBy: 'click_id' },
  { limit: '1000' },
  { limit: '1001' },
);

const fraud: Step[] = [
  ...steps(
    'admin.fraud.list',
    {},
    { search: '192.0.2' },
    { search: NUL },
    { ip_filter: 'multiple', device_filter: 'blocked' },
    { ip_filter: 'single' },
    { device_filter: '' },
    { date_filter: 'month', sortBy: 'registration_count', sortOrder: 'asc' },
    { date_filter: 'year' },
    { limit: 1, page: 2 },
    { page: ['1', '2'] },
    { sortBy: 'email' },
  ),
  ...steps(
    'admin.fraud.act',
    {},
    { action: ['flag_user', 'unflag_user'], user_id: 1 },
    { action: 'flag_user' },
    { action: 'flag_user', user_id: 'asha' },
    { action: 'flag_user', user_id: '99', notes: 'x'.repeat(501) },
    { action: 'unflag_user', user_id: 1 },
    { action: 'bulk_unflag_users', user_ids: '1, 1 ,' },
    { action: 'bulk_flag_users', user_ids: '1,two' },
    { action: 'bulk_flag_users', user_ids: Array.from({ length: 1001 }, (_, i) => i + 1).join() },
    { action: 'block_device', device_fingerprint: NUL },
    { action: 'unblock_device', device_fingerprint: 'never-seen' },
    { action: 'unblock_ip', ip_address: '198.51.100.77' },
    { action: 'block_ip', ip_address: '198.51.100.77', notes: 'a crowd' },
    { action: 'block_ip', ip_address: '198.51.100.77' },
    { action: 'unblock_ip', ip_address: '198.51.100.77', notes: '' },
    { action: 'block_ip', ip_address: '192.0.2.1', confirm_own: 'maybe' },
  ),
];

export const inputs: Step[] = [
  ...people,
  ...clicksAndSpins,
  ...offers,
  ...vouchers,
  ...reports,
  ...users,
  ...offerClicks,
  ...fraud,
];
