import { encryptionContext } from '@inaam/core/kernel/seals';
import { sealSeed } from '@inaam/core/ledger/spins/commands';
import { postback } from '@inaam/testing/factories/completions';
import { rewriteFacts } from '@inaam/testing/rewrite-facts';
import type { TestApi } from '../support/api.ts';
import { inputs } from './inputs.ts';
import { type Step, step } from './step.ts';

const password = 'a password of length';
const asha = { firstName: 'Asha', lastName: 'Rao', email: 'Asha@Example.com', password };
const offer = {
  title: 'Morning habits survey',
  description: 'Ten short questions.',
  offer_url: 'https://partner.example/start?user={user_id}&offer={offer_id}',
  external_offer_id: 'ext-1',
  reward_amount: 19.5,
  spinner_config: '{"rewards":[{"amount":5,"probability":99},{"amount":5,"probability":0.9}]}',
};
const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 5, expiry_date: '2099-12-31' };

/** Completes the first user's first click. */
async function completeFirstClick({ core }: TestApi): Promise<void> {
  const [click] = await core.database.sql<{ click_id: string; network: number; slug: string; secret: string }[]>`
    select k.click_id, n.id as network, n.slug, n.signing_secret as secret from clicks k, networks n
      order by k.id limit 1`;
  if (!click) throw new Error('no click');
  const { slug } = click;
  const secret =
    core.services.secrets.open(click.secret, encryptionContext('networks.signing_secret', click.network)) ?? '';
  await postback(core, { slug, secret }, { click_id: click.click_id, transaction_id: 't-1', status: 'approved' });
  // A fixed seed makes the draws of all transports equal.
  const seed = new Uint8Array(32).fill(0xab);
  const sealed = sealSeed(core.services.secrets, seed);
  await rewriteFacts(core, (sql) => sql`update completions set seed = ${sealed}, commitment = sha256(${seed})`);
}

const makeFirstAdmin = async ({ core, services }: TestApi) => {
  const hash = await services.passwords.hash(password);
  await core.database.sql`insert into admins (username, email, password_hash, role)
      values ('root', 'root@example.com', ${hash}, 'owner')`;
};

/** The scenario in order, from the first registration to the last sign-out. */
export const scenario: Step[] = [
  step('user.offers.list'),
  step('user.identity.register', { ...asha, password: 'short' }),
  step('user.identity.register', { ...asha, password: 'password1' }),
  step('user.identity.register', { ...asha, email: 'asha' }),
  step('user.identity.register', { firstName: 'Asha' }),
  step('user.identity.register', { ...asha, lastName: 'x'.repeat(81) }),
  step('user.identity.register', asha),
  step('user.identity.register', { ...asha, email: 'ASHA@example.COM ' }),
  step('user.identity.login', { email: 'asha@example.com', password: 'wrong' }),
  step('user.identity.login', { email: 'unknown@example.com', password }),
  step('user.identity.login', { email: 'asha@example.com' }),
  step('user.identity.login', { email: ' ASHA@example.com', password, deviceFingerprint: 'abc' }),
  step('user.identity.providerLogin', { idToken: 'not.a.token' }),
  step('user.identity.providerLogin', {}),
  step('user.offers.list'),
  step('user.insights.stats'),
  step('admin.insights.dashboard'),
  step('admin.offers.create', offer),
  step('admin.identity.register', { username: 'root', email: 'root@example.com', password }),
  step('admin.identity.register', { username: 'ro', email: 'root@example.com', password, setupToken: 'x' }),
  step('admin.identity.login', { username: 'root', password }),
  step('admin.identity.login', { username: 'ROOT', password }, makeFirstAdmin),
  step('admin.identity.login', { username: 'root', password: 'wrong' }),
  step('admin.identity.register', { username: 'Root', email: 'second@example.com', password }),
  step('admin.identity.register', { username: 'second', email: 'ROOT@example.com', password }),
  step('admin.identity.register', { username: 'second', email: 'second@example.com', password }),
  step('admin.offers.create', { ...offer, title: '' }),
  step('admin.offers.create', { ...offer, spinner_config: '{"rewards":[{"amount":5,"probability":100}]}' }),
  step('admin.offers.create', { ...offer, offer_url: 'javascript:alert(1)' }),
  step('admin.offers.create', { ...offer, reward_amount: 0.001 }),
  step('admin.offers.create', offer),
  step('admin.offers.create', {
    ...offer,
    title: 'Second',
    external_offer_id: 'ext-2',
    category: 'Game',
    is_active: false,
  }),
  step('admin.offers.update', { offer_id: 1, title: 'Evening habits survey' }),
  step('admin.offers.update', { offer_id: 77, title: 'Nothing' }),
  step('admin.offers.update', { title: 'No id' }),
  step('admin.offers.list', { status: 'active', sortBy: 'title', sortOrder: 'asc', limit: 1000 }),
  step('admin.offers.list', { sortBy: 'nothing' }),
  step('admin.offers.list', { page: '2', limit: '1' }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'CODE-1' }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'CODE-1' }),
  step('admin.vouchers.create', { ...voucher, voucher_codes: ['CODE-1', 'CODE-2', ' CODE-3 ', ''] }),
  step('admin.vouchers.create', { ...voucher, voucher_code: 'OLD', expiry_date: '2020-01-01' }),
  step('admin.vouchers.create', { ...voucher, voucher_amount: 0, voucher_code: 'FREE' }),
  step('admin.vouchers.create', { voucher_type: 'gold', quantity: 1 }),
  step('admin.vouchers.setStatus', { voucher_id: 2, status: 'expired' }),
  step('admin.vouchers.setStatus', { voucher_id: 2, status: 'assigned' }),
  step('admin.vouchers.setStatus', { voucher_id: 999, status: 'expired' }),
  step('admin.vouchers.delete', { voucher_id: 2 }),
  step('admin.vouchers.delete', { voucher_id: 2 }),
  step('user.clicks.create', { offerId: 1 }),
  step('user.clicks.create', { offer_id: 1 }),
  step('user.clicks.create', { offerId: 2 }),
  step('user.clicks.create', { offerId: 99 }),
  step('user.clicks.create', {}),
  step('user.spins.spin', { offerId: 1 }),
  step('user.spins.spin', { offerId: 99 }),
  step('user.offers.list', undefined, completeFirstClick),
  step('user.clicks.create', { offerId: 1 }),
  step('user.spins.spin', { offerId: 1, clientSeed: 'x'.repeat(65) }),
  step('user.spins.spin', { offerId: '1', clientSeed: 'mine' }),
  step('user.spins.spin', { offerId: 1, clientSeed: 'another' }),
  step('user.offers.list'),
  step('user.insights.stats'),
  step('admin.completions.list', { voucherFilter: 'won', offer: 'ext-1' }),
  step('admin.completions.list', { dateRange: 'ever' }),
  step('admin.vouchers.list', { status: 'assigned' }),
  step('admin.vouchers.delete', { voucher_id: 1 }),
  step('admin.vouchers.list', { search: 'CODE', sortBy: 'voucher_amount', sortOrder: 'asc' }),
  step('admin.insights.dashboard'),
  ...inputs,
  step('admin.offers.deactivate', { offer_id: 1 }),
  step('admin.offers.deactivate', { offer_id: 99 }),
  step('user.offers.list'),
  step('admin.fraud.list', { search: 'ASHA@', user_filter: 'normal', date_filter: 'today' }),
  step('admin.fraud.list', { user_filter: 'odd' }),
  step('admin.fraud.act', { action: 'flag_user', user_id: 99 }),
  step('admin.fraud.act', { action: 'flag_all' }),
  step('admin.fraud.act', { action: 'bulk_flag_users', user_ids: '' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: 'nowhere' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: '192.0.2.1' }),
  step('admin.fraud.act', { action: 'block_ip', ip_address: '192.0.2.1', confirm_own: '1' }),
  step('user.offers.list'),
  step('admin.fraud.list', { ip_filter: 'blocked' }),
  step('admin.fraud.act', { action: 'unblock_ip', ip_address: '192.0.2.1' }),
  step('admin.fraud.act', { action: 'block_device' }),
  step('admin.fraud.act', { action: 'block_device', device_fingerprint: 'abc', notes: 'shared' }),
  step('user.offers.list'),
  step('admin.fraud.act', { action: 'unblock_device', device_fingerprint: 'abc' }),
  step('user.offers.list'),
  step('admin.fraud.act', { action: 'bulk_flag_users', user_ids: '1,99' }),
  step('user.offers.list'),
  step('user.identity.login', { email: 'asha@example.com', password }),
  step('admin.fraud.act', { action: 'unflag_user', user_id: '1' }),
  step('user.identity.login', { email: 'asha@example.com', password }),
  step('user.identity.logout'),
  step('user.insights.stats'),
  step('admin.identity.logout'),
  step('admin.offers.list', {}),
];
