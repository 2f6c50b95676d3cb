/** The settlement of a spin alone, as the server calls it once it has the roll. pgbench scripts; `n` counts up. */
export const settle = {
  /** Takes `base`; the roll spreads over all amounts. */
  spread: `
    \\set completion :base + :n * 16 + :client_id + 1
    \\set roll random(0, 989)
    select settle_spin(:completion, 'bench', :roll, 500)`,
  /** One amount. */
  hot: `
    \\set completion :base + :n * 16 + :client_id + 1
    select settle_spin(:completion, 'bench', 1, 500)`,
} as const;

/** What must hold once completions were settled: a line of what does not is a problem. */
export const SETTLED = `
  select 'a voucher was given twice, or to nobody who won' as problem
  where (select count(*) from spins where outcome = 'won')
    <> (select count(*) from vouchers where completion_id is not null)
  union all
  select 'spins and figures differ'
  where (select count(*) from spins where spun_at is not null) <> (select sum(spins) from user_stats)`;
