import type { Evidence, EvidenceAccount } from '@inaam/contracts/fraud/evidence';
import type { FraudImpact } from '@inaam/contracts/fraud/fraud';

const account = (user_id: number, is_suspicious: boolean): EvidenceAccount => ({
  user_id,
  name: `Ravi Ring ${user_id}`,
  email: `ring${user_id}@example.com`,
  created_at: '2026-07-19T06:30:00.000Z',
  is_suspicious,
  total_completions: 1,
  voucher_value: 10,
  shares: ['device'],
});

/** Evidence of a device that several accounts share. @param flagged the flag of each account */
export const aRing = (flagged: readonly boolean[]): Evidence => ({
  kind: 'device',
  key: 'k3x9',
  title: 'k3x9',
  is_banned: false,
  banned_at: null,
  note: null,
  reasons: [],
  figures: {
    accounts: flagged.length,
    active_last_week: flagged.length,
    flagged: flagged.filter(Boolean).length,
    devices: 1,
    addresses: 1,
    user_agents: 1,
    completions: flagged.length,
    revenue: 0,
    voucher_value: 10 * flagged.length,
  },
  addresses: [],
  devices: [],
  timeline: [],
  accounts: flagged.map((each, index) => account(index + 1, each)),
  shared: null,
});

/** What flagging one person would change. */
export const anImpact: FraudImpact = {
  registered: 1,
  active_last_week: 1,
  sessions: 0,
  unused_vouchers: 0,
  looks_shared: false,
  is_own: false,
};
