import type { CaseRow, CreditCase } from '@inaam/contracts/cases/cases';

export const aCase = (changed: Partial<CaseRow> = {}): CaseRow => ({
  case_id: 8,
  status: 'open',
  opened_at: '2026-07-19T06:30:00.000Z',
  closed_at: null,
  resolution: null,
  user_id: 7,
  email: 'asha@example.com',
  offer_id: 3,
  title: 'Grocery survey',
  external_offer_id: 'ext-3',
  network_id: 2,
  network: 'OGAds',
  click_id: 'click-3',
  clicked_at: '2026-07-18T06:30:00.000Z',
  click_ip: '203.0.113.4',
  calls: [],
  ...changed,
});

export const aCaseDetail = (changed: Partial<CreditCase> = {}): CreditCase => {
  const { calls: _, ...row } = aCase();
  return {
    ...row,
    first_name: 'Asha',
    last_name: 'Rao',
    message: 'I finished it on Monday',
    device: null,
    user_agent: 'Firefox',
    usual_seconds: 7200,
    closed_by: null,
    default_payout: 40,
    clicks: [{ click_id: 'click-3', clicked_at: row.clicked_at, ip: null, device: null }],
    postbacks: [],
    completion: null,
    ...changed,
  };
};
