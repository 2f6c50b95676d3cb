import { aHealth, aNetwork, anEntry, anOwnPreset, aSetup } from '../../features/networks/networks.fixture.ts';
import { aProfile } from '../../features/users/users.fixture.ts';
import { anEndpoint } from '../../features/webhooks/webhooks.fixture.ts';
import type { Served } from '../../testing/render-with-server.tsx';
import { screens } from '../list-screens.fixture.ts';

const AT = '2026-07-19T06:30:00.000Z';
const page = { page: 1, limit: 50, total: 1, totalPages: 1 };
const fraudPages = { user_total: 30, ip_total: 1, device_total: 1 };

export const brandsWith = (use_url: string, version: number) => () => ({
  brands: [{ voucher_type: 'other', voucher_brand: 'Zepto', use_url, mark_url: null, version, available: 3 }],
});
const admin = {
  admin_id: 2,
  username: 'omar',
  email: 'omar@example.com',
  role: 'manager',
  is_self: false,
  is_active: true,
  has_factor: true,
  created_at: AT,
  last_sign_in_at: null,
};
const key = {
  key_id: 1,
  name: 'importer',
  prefix: 'inaam_abcdef',
  is_too_broad: false,
  scope: 'read',
  scopes: [],
  addresses: [],
  expires_at: null,
  responsible_admin: 'meera',
  last_ip: null,
  is_unused: false,
  created_by: 'meera',
  created_at: AT,
  last_used_at: null,
  revoked_at: null,
};
const session = { sessionId: 's-2', user_agent: 'Firefox', ip: null, created_at: AT, is_current: false };
const request = {
  request_id: 5,
  kind: 'credit',
  status: 'waiting',
  title: 'Credit a quiz',
  facts: [],
  related_record: null,
  reason: null,
  asked_by: 'omar',
  key: null,
  is_own: false,
  asked_at: AT,
  expires_at: AT,
  decided_by: null,
  decided_at: null,
  answer: null,
};
const creditCase = {
  case_id: 8,
  status: 'open',
  opened_at: AT,
  closed_at: null,
  resolution: null,
  user_id: 7,
  email: 'asha@example.com',
  first_name: 'Asha',
  last_name: 'Rao',
  offer_id: 5,
  title: 'A survey',
  external_offer_id: 'ext-5',
  network_id: 3,
  network: 'BitLabs',
  click_id: 'click-9',
  clicked_at: AT,
  click_ip: null,
  message: null,
  device: null,
  user_agent: null,
  usual_seconds: null,
  closed_by: null,
  default_payout: 40,
  clicks: [],
  postbacks: [],
  completion: null,
};
const ceiling = {
  offer_id: null,
  title: null,
  period: 'day',
  rupees: 5000,
  spent: 6000,
  ends_at: AT,
  is_lifted: false,
};

const statement = {
  statement_id: 7,
  month: '2026-10',
  file_name: 'october.csv',
  lines: 12,
  uploaded_at: AT,
  uploaded_by: 'root',
  compared_at: AT,
  open: 1,
  accepted: 0,
  totals: [],
};
const difference = {
  difference_id: 70,
  kind: 'other_amount',
  day: '2026-10-15',
  line: 3,
  offer: 'A survey',
  offer_id: 5,
  transaction_id: 'T-3',
  click_id: 'c-3',
  their_amount: '25',
  their_currency: 'INR',
  their_rupees: 25,
  their_status: 'approved',
  their_goal: '',
  our_amount: '24',
  our_currency: 'INR',
  our_rupees: 24,
  our_status: 'approved',
  our_goal: '',
  our_at: AT,
  completion_id: 41,
  postback_id: null,
  reason: null,
  accepted_at: null,
  accepted_by: null,
  accepted_reason: null,
};
const delivery = {
  delivery_id: 7,
  endpoint_id: 3,
  endpoint: 'Orders',
  kind: 'completion.confirmed',
  event_id: 'completion-confirmed-12',
  status: 'failed',
  attempts: 10,
  last_status: 500,
  problem: null,
  at: AT,
  settled_at: AT,
  due_at: null,
  body: '{}',
  tries: [],
};
const waiting = { queued: 0, failed: 0, overdue_seconds: 0 };
const watch = {
  archive: { archived_seconds: 40, failed_seconds: null },
  figures: {
    postbacks: [],
    unjudged: 0,
    spins: { won: 0, lost: 0 },
    stock: [],
    messages: waiting,
    webhooks: waiting,
    security: [],
    feed: [],
    replicas: [],
    paused: [],
    losing_offers: 0,
    books: [],
    test_page_at: null,
    spend: { hour: 0, usual_hour: null, ceiling_share: 0 },
    partitions: [],
  },
  stock: [],
  process: {
    started_at: AT,
    memory_bytes: 1,
    event_loop_p99_ms: 1,
    connections: { used: 1, max: 16, waiting: 0 },
    database: { calls: 1, retries: 0, unavailable: 0 },
    jobs: [],
  },
  warnings: [],
};
/** A statement with one difference. */
export const statements: Served['answers'] = {
  'admin.networks.statements.list': () => ({ statements: [statement], format: null }),
  'admin.networks.statements.differences': () => ({ differences: [difference], pagination: page }),
  'admin.networks.statements.groups': () => ({ groups: [] }),
};

/** A back-office with one record of each kind. */
export function answerAll({ answers }: Served): void {
  for (const screen of Object.values(screens).flat()) {
    answers[screen.procedure] = () =>
      screen.answer(1, {
        ...page,
        total: 30,
        ...fraudPages,
        user_total_pages: 2,
        ip_total_pages: 1,
        device_total_pages: 1,
      });
  }
  Object.assign(answers, {
    'admin.views.list': () => ({ views: [{ view_id: 1, name: 'Mine', search: 'page=2', is_default: false }] }),
    'admin.networks.list': () => ({
      networks: [{ ...aNetwork(), last_postback_at: null, offers: 0 }],
      unknown_slugs: [],
    }),
    'admin.networks.get': () => aNetwork(),
    'admin.networks.health': () => aHealth(),
    'admin.networks.presets': () => ({ presets: [], own: anOwnPreset() }),
    'admin.networks.setup': () => aSetup(),
    'admin.networks.tests': () => ({ runs: [] }),
    'admin.keys.list': () => ({ keys: [key] }),
    'admin.admins.list': () => ({ admins: [admin, { ...admin, admin_id: 3, username: 'tara', is_self: true }] }),
    'admin.admins.sessions': () => ({ sessions: [session] }),
    'admin.approvals.list': () => ({
      requests: [request, { ...request, request_id: 6, title: 'My request', asked_by: 'meera', is_own: true }],
      alerts: [],
    }),
    'admin.cases.get': () => creditCase,
    'admin.users.profile': () => aProfile(),
    'admin.postbacks.get': () => anEntry(),
    'admin.webhooks.delivery': () => delivery,
    'admin.insights.watch': () => watch,
    'admin.webhooks.endpoints': () => ({ endpoints: [anEndpoint()] }),
    'admin.vouchers.brands': brandsWith('https://zepto.example/', 3),
    'admin.vouchers.forecast': () => ({ stock: [] }),
    'admin.vouchers.check': ({ codes }: { codes: string[] }) => ({
      lines: codes.map((code) => ({ code, verdict: 'valid' })),
    }),
    'admin.spending.get': () => ({ pauses: [], ceilings: [ceiling], hour: 0, day: 0 }),
    'admin.fraud.impact': () => ({
      registered: 1,
      active_last_week: 0,
      sessions: 1,
      unused_vouchers: 0,
      looks_shared: false,
      is_own: false,
    }),
    'admin.preferences.get': () => ({ hidden_columns: {}, density: 'comfortable', digest: false, toured: true }),
  });
}
