import { z } from 'zod';
import { choice, dateRanges, pageInput, pagination } from '../common/lists.ts';
import { id, requiredText, text } from '../common/text.ts';
import { completionStateNames } from '../completions/states.ts';
import { postbackOutcomes } from '../networks/networks.ts';
import { postbackRow } from '../postbacks/inbox.ts';

/** Missing credit: a user reports that a completion did not arrive. Times are ISO 8601. */

export const caseStatuses = ['open', 'credited', 'closed'] as const;
const status = z.enum(caseStatuses);

export const userCase = z.object({
  case_id: z.number(),
  offer_id: z.number(),
  status,
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  /** The result in words for the user; null while the case is open. */
  resolution: z.string().nullable(),
});
export type UserCase = z.output<typeof userCase>;
/** The newest case of each offer. */
export const userCases = z.object({ cases: z.array(userCase) });
export type UserCases = z.output<typeof userCases>;

export const caseOfferInput = z.object({ offer_id: id });

/** What is known about a started offer, before a case is opened. */
export const caseFacts = z.object({
  offer_id: z.number(),
  title: z.string(),
  started_at: z.string(),
  click_id: z.string(),
  /**
   * Nine in ten recent completions of this offer were approved within this many seconds after the click; null with too
   * few completions.
   */
  usual_seconds: z.number().nullable(),
});
export type CaseFacts = z.output<typeof caseFacts>;

export const openCaseInput = z.object({ offer_id: id, message: text(1000).default('') });
export type OpenCaseInput = z.output<typeof openCaseInput>;

export const caseListInput = z.object({
  ...pageInput(25),
  status: choice(['all', ...caseStatuses]),
  network_id: id.optional(),
  /** The days on which the case was opened. */
  dateRange: choice(dateRanges),
});
export type CaseListInput = z.output<typeof caseListInput>;

/** A postback of the network about a click of the case. */
export const casePostback = z.object({
  received_at: z.string(),
  /** null while the postback is being processed. */
  outcome: z.enum(postbackOutcomes).nullable(),
  reason: z.string().nullable(),
  transaction_id: z.string().nullable(),
});

export const caseRow = z.object({
  case_id: z.number(),
  status,
  opened_at: z.string(),
  closed_at: z.string().nullable(),
  resolution: z.string().nullable(),
  user_id: z.number(),
  email: z.string(),
  offer_id: z.number(),
  title: z.string(),
  external_offer_id: z.string(),
  /** null: the offer has no network. */
  network_id: z.number().nullable(),
  network: z.string().nullable(),
  click_id: z.string(),
  clicked_at: z.string(),
  click_ip: z.string().nullable(),
  /** Postbacks for the user's clicks on the offer, newest first, at most ten. */
  calls: z.array(casePostback),
});
export type CaseRow = z.output<typeof caseRow>;
export const caseList = z.object({ cases: z.array(caseRow), pagination });
export type CaseList = z.output<typeof caseList>;

export const caseIdInput = z.object({ case_id: id });

/** One case with its evidence. */
export const creditCase = caseRow.omit({ calls: true }).extend({
  first_name: z.string(),
  last_name: z.string(),
  message: z.string(),
  device: z.string().nullable(),
  user_agent: z.string().nullable(),
  usual_seconds: z.number().nullable(),
  closed_by: z.string().nullable(),
  /** The payout in rupees that a credit gets if the admin enters no payout. */
  default_payout: z.number(),
  /** All clicks of the user on the offer, including the one in question. */
  clicks: z.array(
    z.object({
      click_id: z.string(),
      clicked_at: z.string(),
      ip: z.string().nullable(),
      device: z.string().nullable(),
    }),
  ),
  /** Postbacks for one of the clicks, including parked and refused ones. */
  postbacks: z.array(postbackRow),
  completion: z
    .object({
      completion_id: z.number(),
      state: z.enum(completionStateNames),
      completed_at: z.string(),
      source: z.string(),
    })
    .nullable(),
});
export type CreditCase = z.output<typeof creditCase>;

/** The reason is shown to the user. */
export const closeCaseInput = z.object({ case_id: id, reason: requiredText(500) });
export type CloseCaseInput = z.output<typeof closeCaseInput>;

/** Maximum number of cases that one call closes: one page of the list. */
export const MAX_CASES_CLOSED = 100;
/** Closes several cases for the same reason, which is shown to their users. */
export const closeCasesInput = z.object({
  case_ids: z
    .array(id)
    .min(1, 'Please select cases')
    .max(MAX_CASES_CLOSED, `At most ${MAX_CASES_CLOSED} cases at once`),
  reason: requiredText(500),
});
export type CloseCasesInput = z.output<typeof closeCasesInput>;
/** Each case is closed separately. `refused` lists the cases that were not closed: credited ones and unknown ones. */
export interface CasesClosed {
  message: string;
  closed: number;
  refused: { case_id: number; reason: string }[];
}
