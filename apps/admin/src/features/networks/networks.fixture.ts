import type { NetworkHealth } from '@inaam/contracts/networks/health';
import type { NetworkPreset, NetworkSettings, NetworkView } from '@inaam/contracts/networks/networks';
import type { NetworkSetup } from '@inaam/contracts/networks/setup';
import type { PostbackDetail, PostbackRow } from '@inaam/contracts/postbacks/inbox';

const settings: NetworkSettings = {
  slug: 'bitlabs',
  name: 'BitLabs',
  is_active: true,
  click_param: 'uid',
  link_params: {},
  link_macros: {},
  link_signing: null,
  params: {
    click_id: 'uid',
    transaction_id: 'tx',
    payout: 'raw',
    currency: null,
    status: 'state',
    goal_id: null,
    parent_id: null,
  },
  params_in: 'query',
  status_map: { '1': 'approve', '2': 'reverse' },
  status_rules: [],
  signing: {
    kind: 'hmac',
    algorithm: 'sha1',
    over: 'url',
    rewrite: 'as_received',
    in: 'param',
    name: 'hash',
    encoding: 'hex',
  },
  signed_url: null,
  source_addresses: [],
  source_mode: 'log',
  currency: 'USD',
  rate: 88,
  rates: [],
  timestamp: null,
  replies: {},
  hold_seconds: 0,
  click_window_seconds: null,
  payout_ceiling: null,
  payout_ratio: 20,
  postback_query: 'uid=[%UID%]&tx=[%TX%]',
};

export const aNetwork = (changed: Partial<NetworkView> = {}): NetworkView => ({
  network_id: 3,
  version: 1,
  preset: 'bitlabs',
  ...settings,
  coverage: { click: 'covered', transaction: 'covered', payout: 'covered', status: 'covered' },
  secret_hint: '••••B715',
  is_secret_lost: false,
  previous_secret: null,
  postback_url: 'https://app.example/postback/bitlabs?uid=[%UID%]&tx=[%TX%]',
  created_at: '2026-06-01T06:30:00.000Z',
  updated_at: '2026-06-01T06:30:00.000Z',
  ...changed,
});

export const aPreset = (changed: Partial<NetworkPreset> = {}): NetworkPreset => ({
  id: 'bitlabs',
  label: 'BitLabs',
  settings,
  secret: 'pasted',
  secret_name: 'App secret',
  notes: ['It asks for a live completion as a test.'],
  sources: [
    {
      title: 'Callback parameters, BitLabs developer docs',
      url: 'https://developer.bitlabs.ai/docs/callback-parameters',
      read: '2026-11-22',
      trust: 'vendor',
      says: 'The names of the parameters',
    },
  ],
  unconfirmed: ['The names of the states.'],
  paste: null,
  ...changed,
});

/** The empty preset of a network that has no preset. */
export const anOwnPreset = (): NetworkPreset =>
  aPreset({
    id: '',
    label: 'Another network',
    settings: { ...settings, slug: '', name: '', signing: { kind: 'path_secret' } },
    secret: 'generated',
    secret_name: 'Secret part of the postback URL',
    notes: [],
    sources: [],
    unconfirmed: [],
  });

export const aSetup = (changed: Partial<NetworkSetup> = {}): NetworkSetup => ({
  offers: 0,
  active_offers: 0,
  calls: [],
  real_call_at: null,
  test_score: 100,
  ...changed,
});

export const aPostback = (changed: Partial<PostbackRow> = {}): PostbackRow => ({
  postback_id: 91,
  network_id: 3,
  network: 'BitLabs',
  received_at: '2026-07-19T06:30:00.000Z',
  method: 'GET',
  ip: '203.0.113.9',
  outcome: 'parked',
  reason: 'state=hold is not mapped',
  alert: null,
  kind: 'approve',
  click_id: 'click-9',
  transaction_id: 'tx-17',
  goal_id: null,
  payout: '1.25 USD',
  completion_id: null,
  repeats: 0,
  repeated_at: null,
  ...changed,
});

export const anEntry = (changed: Partial<PostbackDetail> = {}): PostbackDetail => ({
  ...aPostback(),
  path: '/postback/bitlabs',
  query: 'uid=click-9&tx=tx-17&hash=••••',
  body: '',
  truncated_from_bytes: null,
  body_encoding: 'text',
  headers: { 'user-agent': 'curl/8' },
  judged_at: '2026-07-19T06:30:00.100Z',
  reply: { status: 404, body: '{"error":"Click not found"}', type: 'application/json' },
  click: null,
  completion: null,
  history: [],
  related: [],
  ...changed,
});

export const aHealth = (changed: Partial<NetworkHealth> = {}): NetworkHealth => ({
  last_postback_at: '2026-07-19T06:30:00.000Z',
  silence_seconds: 7200,
  usual_silence_seconds: 86_400,
  is_silent: false,
  unauthenticated: { calls: 0, kept: 0 },
  parked_share: null,
  is_parking: false,
  days: ['2026-07-18', '2026-07-19'].map((day) => ({
    day,
    accepted: 7,
    repeat: 1,
    pending: 0,
    reversed: 0,
    refused: 2,
    parked: 1,
    ignored: 0,
  })),
  unjudged: 0,
  alerts: [],
  ...changed,
});
