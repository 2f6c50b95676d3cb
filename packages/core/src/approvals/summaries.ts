import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import type { Odds } from '@inaam/contracts/offers/odds';

/** What is kept of each kind of request to show it by. Money in paise. A type alias, so that it fits JSON columns. */
export interface SummaryOf extends Record<ApprovalKind, object> {
  credit: { user_id: number; offer_id: number; payout_paise: number; cost_paise: number };
  odds: {
    /** null: a new offer, which `title` names. */
    offer_id: number | null;
    title: string;
    odds_before: Odds | null;
    odds: Odds;
    payout_paise: number;
    cost_paise: number;
  };
  codes: { codes: number; list: string };
  role: {
    /** null: a new admin, whom `username` names. */
    admin_id: number | null;
    username: string;
    email: string | null;
    role_before: string | null;
    role: string;
  };
  network_secret: { network_id: number; overlap_hours: number };
  network_rate: {
    network_id: number;
    /** What changes, as it is written: `USD from 2026-11-22`. */
    changes: { what: string; before: string; after: string }[];
  };
}
