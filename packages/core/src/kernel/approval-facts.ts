import type { ApprovalKind } from '@inaam/contracts/approvals/approvals';
import type { Odds } from '@inaam/contracts/offers/odds';

/** Odds whose expected cost per spin needs a second person. A type alias, because JSON columns reject an interface. */
export type OddsSummary = {
  odds_before: Odds | null;
  odds: Odds;
  /** Absent if the payout does not change. */
  payout_before_paise?: number;
  payout_paise: number;
  cost_paise: number;
};

/** The facts of each kind of request, which the second person sees and decides on. Money in paise. */
export interface SummaryByKind extends Record<ApprovalKind, object> {
  credit: { user_id: number; offer_id: number; payout_paise: number; cost_paise: number };
  odds: OddsSummary & {
    /** null: a new offer with the title `title`. */
    offer_id: number | null;
    title?: string;
  };
  codes: {
    codes: number;
    /** Value of the codes; 0 while the value is unknown. */
    paise: number;
    list: string;
    /** Codes that the caller was allowed to read beyond the limit in the last 24 hours. */
    granted: number;
  };
  role: {
    /** null: a new admin with the name `username`. */
    admin_id: number | null;
    username: string;
    email: string | null;
    role_before: string | null;
    role: string;
  };
  network_secret: {
    network_id: number;
    overlap_hours: number;
    /** The last characters of the current secret. */
    secret_hint: string;
  };
  network_rate: {
    /** null: a new network with the name `starts`. */
    network_id: number | null;
    /** Name of a network whose postbacks start to count; absent if they counted before. */
    starts?: string;
    /** Changes in words: `USD from 2026-11-22`. */
    changes: { what: string; before: string | null; after: string }[];
  };
  offer_network: {
    offer_id: number;
    /** null: any network may complete the offer. */
    network_before: number | null;
    network: number;
    /** Odds in the same request; null if none. */
    odds: OddsSummary | null;
  };
}

/** Facts shown to the second person: IDs and figures, no secrets and no names of users. */
export type ApprovalFacts = { [Kind in ApprovalKind]: { kind: Kind; summary: SummaryByKind[Kind] } }[ApprovalKind];
