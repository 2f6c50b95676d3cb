import { anAdmin, aServiceKey } from '../../features/access/access.fixture.ts';
import { aCaseDetail } from '../../features/cases/cases.fixture.ts';
import { anImpact } from '../../features/fraud/ring.fixture.ts';
import { aHealth, aNetwork, anEntry, anOwnPreset, aSetup } from '../../features/networks/networks.fixture.ts';
import { aDifference, aStatement } from '../../features/networks/statements/statements.fixture.ts';
import { healthyStatus } from '../../features/operations/operations.fixture.ts';
import { aProfile } from '../../features/users/users.fixture.ts';
import { aDeliveryDetail, anEndpoint } from '../../features/webhooks/webhooks.fixture.ts';
import type { Served } from '../../testing/render-with-server.tsx';
import { offerFields, screens } from '../list-screens.fixture.ts';

const AT = '2026-07-19T06:30:00.000Z';
const page = { page: 1, limit: 50, total: 1, totalPages: 1 };
const fraudPages = { user_total: 30, ip_total: 1, device_total: 1 };

export const brandsWith = (use_url: string, version: number) => () => ({
  brands: [{ voucher_type: 'other', voucher_brand: 'Zepto', use_url, mark_url: null, version, available: 3 }],
});
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
const ceiling = {
  offer_id: null,
  title: null,
  period: 'day',
  rupees: 5000,
  spent: 6000,
  ends_at: AT,
  is_lifted: false,
};

/** A statement with one difference. */
export const statements: Served['answers'] = {
  'admin.networks.statements.list': () => ({ statements: [aStatement], format: null }),
  'admin.networks.statements.differences': () => ({ differences: [aDifference], pagination: page }),
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
    'admin.keys.list': () => ({ keys: [aServiceKey] }),
    'admin.admins.list': () => ({ admins: [anAdmin, { ...anAdmin, admin_id: 3, username: 'tara', is_self: true }] }),
    'admin.admins.sessions': () => ({ sessions: [session] }),
    'admin.approvals.list': () => ({
      requests: [request, { ...request, request_id: 6, title: 'My request', asked_by: 'meera', is_own: true }],
      alerts: [],
    }),
    'admin.cases.get': () => aCaseDetail(offerFields),
    'admin.users.profile': () => aProfile(),
    'admin.postbacks.get': () => anEntry(),
    'admin.webhooks.delivery': () => aDeliveryDetail(),
    'admin.insights.watch': () => healthyStatus,
    'admin.webhooks.endpoints': () => ({ endpoints: [anEndpoint()] }),
    'admin.vouchers.brands': brandsWith('https://zepto.example/', 3),
    'admin.vouchers.forecast': () => ({ stock: [] }),
    'admin.vouchers.check': ({ codes }: { codes: string[] }) => ({
      lines: codes.map((code) => ({ code, verdict: 'valid' })),
    }),
    'admin.spending.get': () => ({ pauses: [], ceilings: [ceiling], hour: 0, day: 0 }),
    'admin.fraud.impact': () => anImpact,
    'admin.preferences.get': () => ({ hidden_columns: {}, density: 'comfortable', digest: false, toured: true }),
  });
}
