import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import type { Odds } from '@inaam/contracts/offers/odds';

/** Odds that cost more than one person may decide: expected, a spin. A type, so that it fits JSON columns. */
export type OddsSummary = {
  odds_before: Odds | null;
  odds: Odds;
  /** Absent where it stays. */
  payout_before_paise?: number;
  payout_paise: number;
  cost_paise: number;
};

/** What a request of each kind is shown and judged by. Money in paise. Types, so that they fit JSON columns. */
export interface SummaryOf extends Record<ApprovalKind, object> {
  credit: { user_id: number; offer_id: number; payout_paise: number; cost_paise: number };
  odds: OddsSummary & {
    /** null: a new offer, which `title` names. */
    offer_id: number | null;
    title?: string;
  };
  codes: {
    codes: number;
    list: string;
    /** Codes that the caller was granted in the last 24 hours. */
    granted: number;
  };
  role: {
    /** null: a new admin, whom `username` names. */
    admin_id: number | null;
    username: string;
    email: string | null;
    role_before: string | null;
    role: string;
  };
  network_secret: {
    network_id: number;
    overlap_hours: number;
    /** The end of the secret that would be replaced. */
    secret_hint: string;
  };
  network_rate: {
    /** null: a new one, which `starts` names. */
    network_id: number | null;
    /** The name of a network whose calls begin to count; absent where they counted before. */
    starts?: string;
    /** What changes, as it is written: `USD from 2026-11-22`. */
    changes: { what: string; before: string | null; after: string }[];
  };
  offer_network: {
    offer_id: number;
    /** null: any network may complete it. */
    network_before: number | null;
    network: number;
    /** Odds that wait, too; null where they do not. */
    odds: OddsSummary | null;
  };
}

/** What a second person is shown: ids and figures. No secret, no name of a user. */
export type ApprovalFacts = { [Kind in ApprovalKind]: { kind: Kind; summary: SummaryOf[Kind] } }[ApprovalKind];
