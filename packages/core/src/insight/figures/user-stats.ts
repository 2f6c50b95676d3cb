import { toRupees } from '@inaam/contracts/common/money';
import type { CompletionState } from '@inaam/contracts/completions/states';
import type { UserStats } from '@inaam/contracts/insights/insights';
import { defaultTasks } from '@inaam/contracts/offers/tasks';
import { picturePath } from '@inaam/contracts/pictures/pictures';
import { rewardType } from '@inaam/contracts/spins/reward-type';
import type { Kernel } from '../../kernel/kernel.ts';
import { toIso, toIsoOrNull } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { openCode, openPin } from '../../ledger/vouchers/codes.ts';

interface StatsRow {
  completions: number;
  spins: number;
  vouchers_won: number;
  voucher_value_paise: number;
  progress: number;
  next_milestone: number | null;
}

interface CompletionRow {
  completion_id: number;
  offer_id: number;
  milestone: number | null;
  title: string;
  description: string;
  task: string | null;
  title_hi: string | null;
  description_hi: string | null;
  task_hi: string | null;
  model: keyof typeof defaultTasks;
  category: string;
  preview_url: string | null;
  completed_at: string;
  state: CompletionState;
  reversed: boolean;
  held_until: string | null;
  spun_at: string | null;
  won_paise: number | null;
  voucher_id: number | null;
  code: string;
  pin: string | null;
  type: string;
  brand: string;
  status: string;
  expiry_date: string;
  voucher_description: string | null;
  terms: string | null;
  use_url: string | null;
  how_to_use: string | null;
  mark_id: string | null;
}

/**
 * Returns a user's figures and completions, newest first. Vouchers are looked up for each completion, because
 * PostgreSQL would build a joined view for all users first (infra/docs/decisions/0016-lists-over-large-tables.md).
 */
export async function getUserStats(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  userId: number,
): Promise<UserStats> {
  const [stats] = await kernel.read(
    (_, sql) => sql<StatsRow[]>`
      select s.completions, s.spins, s.vouchers_won, s.voucher_value_paise, m.completions as progress,
        (select min(milestone) from list_house_offers() where active and milestone > m.completions) as next_milestone
      from user_stats_now() s cross join lateral count_toward_milestones(s.user_id) m where s.user_id = ${userId}`,
  );
  const rows = await kernel.read(
    (_, sql) => sql<CompletionRow[]>`
      select c.id as completion_id, o.id as offer_id,
        case when c.source = 'house' then (select h.milestone from list_house_offers() h where h.offer_id = o.id) end
          as milestone, o.title, o.description, o.task, o.title_hi,
        o.description_hi, o.task_hi, o.model, o.category, o.preview_url, c.completed_at,
        c.on_hold_until as held_until, c.state, c.reversed_at is not null as reversed, c.spun_at, c.won_paise,
        v.id as voucher_id, v.code, v.pin, v.type, v.brand, v.status, v.expiry_date,
        v.description as voucher_description, v.terms, b.use_url, b.how_to_use, b.mark_id
      from completion_states c
      join offers o on o.id = c.offer_id
      left join lateral (select * from completion_vouchers where completion_id = c.id offset 0) v on true
      left join brands b on b.type = v.type and b.brand = v.brand
      -- A completion that awaits the goal that gives its spin is not complete. The list of offers treats it the same.
      where c.user_id = ${userId} and c.awaited_goal is null
      order by c.completed_at desc, c.id desc`,
  );
  const byAmount: Record<string, number> = {};
  let milestoneVouchers = 0;
  let milestonePaise = 0;
  for (const { won_paise, milestone } of rows) {
    if (won_paise === null) continue;
    if (milestone !== null) {
      milestoneVouchers += 1;
      milestonePaise += won_paise;
    }
    const amount = String(toRupees(won_paise));
    byAmount[amount] = (byAmount[amount] ?? 0) + 1;
  }
  return {
    stats: {
      total_completions: stats?.completions ?? 0,
      spins_used: stats?.spins ?? 0,
      total_vouchers_won: (stats?.vouchers_won ?? 0) + milestoneVouchers,
      total_voucher_value: toRupees(stats?.voucher_value_paise ?? 0),
      vouchers_by_amount: byAmount,
      milestone_vouchers: milestoneVouchers,
      milestone_value: toRupees(milestonePaise),
      milestone_progress: stats?.progress ?? 0,
      next_milestone: stats?.next_milestone ?? null,
    },
    completions: rows.map((row) => toCompletion(secrets, row)),
  };
}

function toCompletion(secrets: SecretBox, row: CompletionRow): UserStats['completions'][number] {
  const amount = row.won_paise === null ? null : toRupees(row.won_paise);
  const voucher =
    row.voucher_id === null || amount === null || row.won_paise === null
      ? null
      : {
          voucher_id: row.voucher_id,
          type: row.type,
          brand: row.brand,
          amount,
          code: openCode(secrets, row.code, row.won_paise),
          pin: openPin(secrets, row.pin, row.won_paise),
          status: row.status,
          expiry_date: row.expiry_date,
          description: row.voucher_description,
          terms: row.terms,
          use_url: row.use_url,
          how_to_use: row.how_to_use,
          mark_url: row.mark_id && picturePath(row.mark_id),
        };
  return {
    completion_id: row.completion_id,
    offer_id: row.offer_id,
    title: row.title,
    description: row.description,
    task: row.task ?? defaultTasks[row.model],
    title_hi: row.title_hi,
    description_hi: row.description_hi,
    task_hi: row.task_hi,
    category: row.category,
    preview_url: row.preview_url,
    completed_at: toIso(row.completed_at),
    spinner_used: row.spun_at !== null,
    reward_type: rewardType(amount),
    voucher_code: voucher?.code ?? null,
    voucher_pin: voucher?.pin ?? null,
    milestone: row.milestone,
    reversed: row.reversed,
    pending: row.state === 'pending',
    held_until: toIsoOrNull(row.held_until),
    owed: row.state === 'owed',
    voucher,
  };
}
