import { toRupees } from '@inaam/contracts/common/money';
import { type Odds, toSpinnerConfig } from '@inaam/contracts/offers/odds';
import type { UserOfferList } from '@inaam/contracts/offers/offers';
import { toHex } from '@inaam/contracts/spins/draw';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import { wedges } from '@inaam/contracts/spins/wheel';
import type { Kernel } from '../kernel/kernel.ts';
import { toIsoOrNull } from '../kernel/rows.ts';

interface UserOfferRow {
  id: number;
  title: string;
  description: string;
  category: string;
  model: string;
  targeting: string;
  preview_url: string | null;
  odds: Odds;
  completed_at: string | null;
  reversed: boolean;
  pending: boolean;
  held_until: string | null;
  outcome: 'waiting' | 'lost' | 'owed' | 'won' | null;
  commitment: Uint8Array | null;
  amount_paise: number | null;
  voucher_code: string | null;
  started_at: string | null;
  click_id: string | null;
}

/**
 * The offers a user can start, and those that the user has completed, inactive ones included: a spin that was
 * earned stays. A completed offer shows the odds that were promised at its completion.
 */
export async function listOffersForUser(kernel: Kernel, userId: number): Promise<UserOfferList> {
  const rows = await kernel.read(
    (_, sql) => sql<UserOfferRow[]>`
      select o.id, o.title, o.description, o.category, o.model, o.targeting, o.preview_url,
        coalesce(s.odds, o.odds) as odds, c.completed_at, c.status = 'reversed' as reversed, s.outcome,
        (c.status = 'pending' or c.status = 'approved' and c.held_until > now()) is true as pending,
        case when c.status = 'approved' and c.held_until > now() then c.held_until end as held_until,
        case when s.outcome = 'waiting' then sha256(s.seed) end as commitment, s.amount_paise, v.code as voucher_code,
        k.created_at as started_at, k.click_id
      from offers o
      left join completions c on c.offer_id = o.id and c.user_id = ${userId}
      left join spins s on s.completion_id = c.id
      left join vouchers v on v.completion_id = c.id
      left join lateral (
        select created_at, click_id from clicks where user_id = ${userId} and offer_id = o.id
        order by created_at desc limit 1
      ) k on true
      where o.active or c.id is not null
      order by o.created_at desc, o.id desc`,
  );
  return {
    offers: rows.map((row) => ({
      offer_id: row.id,
      title: row.title,
      description: row.description,
      category: row.category,
      model: row.model,
      targeting: row.targeting,
      preview_url: row.preview_url,
      completed: row.completed_at !== null,
      pending: row.pending,
      held_until: toIsoOrNull(row.held_until),
      spinner_used: row.outcome !== null && row.outcome !== 'waiting',
      reward_type: rewardType(row.amount_paise === null ? null : toRupees(row.amount_paise)),
      voucher_code: row.voucher_code,
      spinner_config: toSpinnerConfig(row.odds),
      wheel: wedges(row.odds),
      spin_commitment: row.commitment === null ? null : toHex(row.commitment),
      reversed: row.reversed ?? false,
      owed: row.outcome === 'owed',
      started_at: toIsoOrNull(row.started_at),
      click_id: row.click_id,
      completed_at: toIsoOrNull(row.completed_at),
    })),
  };
}
