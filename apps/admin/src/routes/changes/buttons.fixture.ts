import { aNetwork } from '../../features/networks/networks.fixture.ts';
import { offer } from '../../features/offers/offers.fixture.ts';
import { Refusal } from '../../testing/render-with-server.tsx';
import { statements } from './answers.fixture.ts';
import type { Change, Step } from './change.fixture.ts';
import { feed } from './forms.fixture.ts';

const DONE = { message: 'Done' };
const STEP = { ...DONE, done: 1, unchanged: 0, refused: [] };
const never = new Promise(() => {});
const passkey = { passkey_id: 'p1', name: 'Phone', created_at: '2026-07-19T06:30:00.000Z', last_used_at: null };
const factors = { required: false, totp: true, recovery_codes_left: 8, passkeys: [passkey] };
const withFactors = { 'admin.secondFactor.get': () => factors };
const refuse = (code: ConstructorParameters<typeof Refusal>[0]) => () => {
  throw new Refusal(code);
};
const unsignedNetwork = { 'admin.networks.get': () => aNetwork({ signing: { kind: 'path_secret' } as never }) };
const preview = {
  hash: 'h1',
  listed: 1,
  unchanged: 0,
  errors: [],
  new: [],
  changed: [],
  gone: [{ external_id: 'f-3', offer_id: 3, title: 'Old survey' }],
};
const withFeed = { 'admin.networks.feed.get': () => feed, 'admin.networks.feed.preview': () => preview };
const detail = {
  offer: { ...offer, version: 1 },
  funnel: { clicks: 0, completions: 0, reversed: 0, spins: 0, wins: 0 },
  redirect_preview: 'https://p.example',
};

/** A change with its file, procedure, page and buttons. The last button sends the change. */
const button = (
  file: string,
  procedure: string,
  address: string,
  presses: readonly Step[],
  more: Partial<Change> = {},
): Change => ({
  file,
  procedure: `admin.${procedure}`,
  address: `/admin${address}`,
  opens: presses.slice(0, -1),
  save: presses.at(-1) as string,
  answer: DONE,
  ...more,
});

/** All buttons that send a change and are not in forms.fixture.ts or confirmations.fixture.ts. */
export const buttons: Record<string, Change> = {
  'sign in': button(
    'features/access/login-form',
    'identity.login',
    '/login',
    [{ fill: 'Username', value: 'meera' }, { fill: 'Password', value: 'a long word 7' }, 'Sign in'],
    { isSignedOut: true, answer: { sessionId: 's2', admin: { username: 'meera', email: 'meera@example.com' } } },
  ),
  'sign in by passkey': button('features/access/login-form', 'identity.passkeyChallenge', '/login', ['Use a passkey'], {
    isSignedOut: true,
    answer: never,
  }),
  'sign out': button('app/shell/shell', 'identity.logout', '', ['Sign out']),
  'sign out before the second factor is set up': button(
    'features/access/set-up-factor-screen',
    'identity.logout',
    '/offers',
    ['Sign out'],
    {
      answers: {
        'admin.insights.dashboard': refuse('SECOND_FACTOR_NOT_SET'),
        'admin.identity.me': () => ({ username: 'meera', role: 'owner', has_factor: false, must_set_up_factor: true }),
      },
    },
  ),
  'confirm the identity': button(
    'features/access/confirm-identity-dialog',
    'identity.confirm',
    '/admins',
    ['Deactivate omar', 'Deactivate', { fill: 'Your password', value: 'a long word 7' }, 'Confirm'],
    { answers: { 'admin.admins.deactivate': refuse('STEP_UP_REQUIRED') }, dialog: 'Confirm your identity' },
  ),
  'show a QR code': button(
    'features/access/second-factor',
    'secondFactor.totpEnrollment',
    '/admins',
    ['Use an authenticator app', 'Show the QR code'],
    { answer: { secret: 'JBSW', uri: 'otpauth://totp/x?secret=JBSW' } },
  ),
  'remove a passkey': button(
    'features/access/second-factor',
    'secondFactor.removePasskey',
    '/admins',
    ['Remove Phone'],
    {
      answers: withFactors,
    },
  ),
  'remove an authenticator app': button(
    'features/access/second-factor',
    'secondFactor.removeTotp',
    '/admins',
    ['Remove Authenticator app'],
    { answers: withFactors },
  ),
  'create recovery codes': button(
    'features/access/second-factor',
    'secondFactor.newRecoveryCodes',
    '/admins',
    ['New recovery codes'],
    { answers: withFactors, answer: { recovery_codes: ['aaaa-bbbb'] } },
  ),
  'deactivate an admin': button('features/access/admin-settings-screen', 'admins.deactivate', '/admins', [
    'Deactivate omar',
    'Deactivate',
  ]),
  'reset a second factor': button('features/access/admin-settings-screen', 'admins.resetSecondFactor', '/admins', [
    'Reset second factor of omar',
    'Reset',
  ]),
  'end one of your own sessions': button('features/access/own-sessions', 'admins.revokeSession', '/admins', [
    /^Sign out the session since/,
  ]),
  'sign out everywhere': button(
    'features/access/own-sessions',
    'admins.signOutEverywhere',
    '/admins',
    ['Sign out everywhere', 'Sign out everywhere'],
    { dialog: 'Sign out everywhere?' },
  ),
  'revoke a service key': button('features/access/service-keys', 'keys.revoke', '/admins', [
    'Revoke importer',
    'Revoke',
  ]),
  'approve a request': button('features/approvals/request-card', 'approvals.approve', '/approvals', [
    /^Approve.*Credit a quiz/,
    'Approve',
  ]),
  'withdraw a request': button('features/approvals/request-card', 'approvals.withdraw', '/approvals', [
    /^Withdraw.*My request/,
    'Withdraw',
  ]),
  'undo a flag': button(
    'features/fraud/parts/use-fraud-action',
    'fraud.undo',
    '/users/7',
    ['Flag User', 'Flag User', 'Undo'],
    {
      answers: { 'admin.fraud.act': () => ({ ...STEP, undo: 'b4a1f0de-3f5b-4b60-9e6f-1f2f0c9a7d11' }) },
      answer: { ...STEP, undo: null },
    },
  ),
  'send a test alert': button(
    'features/operations/send-test-page',
    'insights.sendTestPage',
    '/operations',
    ['Send a test alert', 'Send a test alert'],
    { dialog: 'Send a test alert?' },
  ),
  'lift a pause': button('features/operations/spending', 'spending.resume', '/operations', ['Resume spins', 'Resume'], {
    answers: {
      'admin.spending.get': () => ({
        pauses: [{ part: 'spins', since: '2026-07-19T06:30:00.000Z', until: null, note: null }],
        ceilings: [],
        hour: 0,
        day: 0,
      }),
    },
  }),
  'lift a ceiling': button('features/operations/spending', 'spending.liftCeiling', '/operations', [
    'Lift All offers, per day',
    'Lift the ceiling',
  ]),
  'reveal a postback URL': button(
    'features/networks/postback-address',
    'networks.postbackUrl',
    '/networks/3',
    ['Show to copy'],
    { answers: unsignedNetwork, answer: { postback_url: 'https://app.example/p', secret: null } },
  ),
  'test a network': button(
    'features/networks/conformance/conformance-tab',
    'networks.test',
    '/networks/3?tab=test',
    ['Test this network'],
    { answer: never },
  ),
  'fetch a feed': button(
    'features/networks/feed/feed-tab',
    'networks.feed.preview',
    '/networks/3?tab=feed',
    ['Fetch the list'],
    { answers: withFeed, answer: preview },
  ),
  'apply a feed': button(
    'features/networks/feed/feed-tab',
    'networks.feed.take',
    '/networks/3?tab=feed',
    ['Fetch the list', { tick: 'Old survey f-3' }, 'Apply selected'],
    { answers: withFeed, answer: { created: 0, updated: 0, deactivated: 1, waiting: 0 } },
  ),
  'compare a statement again': button(
    'features/networks/statements/statements-tab',
    'networks.statements.compare',
    '/networks/3?tab=statements',
    ['Compare again'],
    { answers: statements },
  ),
  'dry-run settings': button(
    'features/networks/settings/dry-run',
    'postbacks.dryRun',
    '/networks/3?tab=settings',
    [{ fill: 'Rupees for one unit', value: '90' }, 'Dry run'],
    { answer: { checked_count: 0, differences: [] } },
  ),
  'replay a postback': button(
    'features/postbacks/parts/postback-panel',
    'postbacks.replay',
    '/networks/3?tab=inbox&panel=91',
    ['Replay', 'Replay'],
    { dialog: 'Replay postback 91?', answer: { changed: [] } },
  ),
  'replay all postbacks': button(
    'features/postbacks/parts/replay-inbox',
    'postbacks.replay',
    '/networks/3?tab=inbox',
    ['Replay 30 postbacks', 'Replay'],
    { dialog: 'Replay 30 postbacks?', answer: { judged: 30, changed: [], next: null } },
  ),
  'archive an offer': button('features/offers/change-offers', 'offers.bulk', '/offers', [
    { menu: 'Actions for A survey', item: 'Archive' },
    'Archive',
  ]),
  'deactivate an offer': button('features/offers/change-offers', 'offers.deactivate', '/offers', [
    { menu: 'Actions for A survey', item: 'Deactivate' },
    'Deactivate',
  ]),
  'test a click': button(
    'features/offers/offer-detail-panel',
    'offers.testClick',
    '/offers?panel=view-5',
    ['Test click'],
    {
      answers: { 'admin.offers.detail': () => detail, 'admin.offers.compare': refuse('UNAVAILABLE') },
      answer: never,
    },
  ),
  'end the sessions of a user': button(
    'features/users/user-sessions',
    'users.endSessions',
    '/users/7',
    ['End sessions', 'End sessions'],
    { dialog: 'End the sessions of Asha Rao?' },
  ),
  'make a view the default': button('lists/use-views', 'views.setDefault', '/audit', [
    'Views',
    'Make Mine the default',
  ]),
  'delete a view': button('lists/use-views', 'views.delete', '/audit', ['Views', 'Delete Mine']),
  'delete selected vouchers': button(
    'features/vouchers/bulk-bar',
    'vouchers.bulk',
    '/vouchers',
    [{ tick: 'Select Amazon ••••B715' }, 'Delete', 'Delete'],
    { dialog: 'Delete: 1 voucher?', answer: { ...DONE, refused: [] } },
  ),
  'mark a voucher expired': button('features/vouchers/confirm-voucher-change', 'vouchers.setStatus', '/vouchers', [
    { menu: 'Actions for voucher ••••B715', item: 'Mark Expired' },
    'Mark Expired',
  ]),
  'delete a voucher': button('features/vouchers/confirm-voucher-change', 'vouchers.delete', '/vouchers', [
    { menu: 'Actions for voucher ••••B715', item: 'Delete' },
    'Delete',
  ]),
  'reveal a code': button(
    'features/vouchers/parts/revealable-code',
    'vouchers.reveal',
    '/vouchers',
    ['Reveal ••••B715'],
    {
      answer: { voucher_id: 31, voucher_code: 'AMZ-B715', voucher_pin: null },
    },
  ),
  'check codes': button(
    'features/vouchers/import/import-codes',
    'vouchers.check',
    '/vouchers?panel=new',
    [{ tick: 'Upload CSV' }, { fill: 'Or paste the codes', value: 'AB-1' }, 'Check codes'],
    { answer: { lines: [{ code: 'AB-1', verdict: 'valid' }] } },
  ),
  'test an endpoint': button(
    'features/webhooks/endpoint-panel',
    'webhooks.test',
    '/webhooks',
    ['Open Orders', 'Send a test'],
    { answer: { problem: null, last_status: 204, tries: [] } },
  ),
  'disable an endpoint': button('features/webhooks/endpoint-panel', 'webhooks.update', '/webhooks', [
    'Open Orders',
    'Disable',
  ]),
  'send failed events again': button(
    'features/webhooks/endpoint-panel',
    'webhooks.replay',
    '/webhooks',
    ['Open Orders', 'Send failed events again'],
    { answer: { ...DONE, deliveries: 1 } },
  ),
  'remove an endpoint': button(
    'features/webhooks/endpoint-panel',
    'webhooks.remove',
    '/webhooks',
    ['Open Orders', 'Remove', 'Remove'],
    { dialog: 'Remove Orders?' },
  ),
  'send selected deliveries again': button(
    'features/webhooks/delivery-bulk-bar',
    'webhooks.replay',
    '/webhooks',
    [{ tick: 'Select completion-confirmed-12 to Orders' }, 'Send again'],
    { answer: { ...DONE, deliveries: 1 } },
  ),
  'send a delivery again': button(
    'features/webhooks/delivery-dialog',
    'webhooks.replay',
    '/webhooks',
    ['Open completion-confirmed-12 to Orders', 'Send again'],
    { answer: { ...DONE, deliveries: 1 } },
  ),
};
