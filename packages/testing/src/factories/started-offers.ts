import { randomUUID } from 'node:crypto';
import type { Judgement } from '@inaam/core/partners/postbacks/receiving';
import type { TestCore } from '../core.ts';
import { makeClick, postback, type TestNetwork } from './completions.ts';
import { makeUser, type TestUser } from './identity.ts';
import { makeOffer, nearlyCertainOdds } from './offers.ts';

/** An offer that a user started, and the transaction that the network will report. */
export interface StartedOffer {
  user: TestUser;
  offerId: number;
  click: string;
  transaction: string;
}

/**
 * Helpers for tests of postback processing.
 * @param getNetwork returns the network; called by each helper, because a hook creates the network later
 */
export function createJudgingHelpers(getCore: () => TestCore, getNetwork: () => TestNetwork) {
  return {
    /** Creates an offer and a user who starts it. @param amount rupees that the offer's spin almost certainly wins */
    async startOffer(amount?: number): Promise<StartedOffer> {
      const core = getCore();
      const { offer_id: offerId } = await makeOffer(core, amount ? { spinner_config: nearlyCertainOdds(amount) } : {});
      const user = await makeUser(core);
      return { user, offerId, click: await makeClick(core, user, offerId), transaction: randomUUID() };
    },
    send: (
      { click, transaction }: Pick<StartedOffer, 'click' | 'transaction'>,
      status: string,
      more: Record<string, string> = {},
    ): Promise<Judgement> =>
      postback(getCore(), getNetwork(), { click_id: click, transaction_id: transaction, status, ...more }),
    /** Reads the completion with its spin, and the figures of the user and the offer. */
    async readState({ user, offerId }: StartedOffer) {
      const [row] = await getCore().database.sql<Record<string, unknown>[]>`
        select c.status, c.approved_at is not null as confirmed, c.payout_paise, c.transaction_id, s.outcome,
          t.completions, t.revenue_paise as revenue, t.spins,
          (select coalesce(sum(completions), 0)::int from offer_days_now() where offer_id = ${offerId}) as of_offer,
          (select coalesce(sum(revenue_paise),
            0)::int from offer_days_now() where offer_id = ${offerId}) as revenue_of_offer
        from completion_states c join spin_states s on s.completion_id = c.id
          join user_stats_now() t on t.user_id = c.user_id
        where c.user_id = ${user.id} and c.offer_id = ${offerId}`;
      return row;
    },
    /** Reads the outcome of the last postback with a transaction. */
    async readLastCall(transaction: string) {
      const [row] = await getCore().database.sql`
        select outcome, reason, alert from postbacks where transaction_id = ${transaction} order by id desc limit 1`;
      return row;
    },
  };
}
