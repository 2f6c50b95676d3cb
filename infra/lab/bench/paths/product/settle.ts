/** The settlement of a spin alone, as the server calls it once it has the roll. pgbench scripts; `n` counts up. */
export const settle = {
  /** Takes `base`; the roll spreads over all amounts. */
  spread: `
    \\set completion :base + :n * :clients + :client_id + 1
    \\set roll random(0, 989)
    select * from settle_completion(:completion, :roll, 500, 2::smallint, 'bench', 'open')`,
  /** One amount. */
  hot: `
    \\set completion :base + :n * :clients + :client_id + 1
    select * from settle_completion(:completion, 1, 500, 2::smallint, 'bench', 'open')`,
} as const;

/** What must hold once completions were settled: a line of what does not is a problem. */
export const SETTLED = `
  select 'a voucher was given twice, or to nobody who won' as problem
  where (select count(amount_paise) from spins)
    <> (select count(*) from voucher_awards) + (select count(*) from owed_wins)
  union all
  select 'spins and figures differ'
  where (select count(roll) from spins) <> (select sum(spins) from user_stats_now())`;
