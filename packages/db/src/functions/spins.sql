-- Spins: one for each completion, drawn from the seed that was fixed with it.

-- A draw stays as it was: the seed and the odds from the completion on, the rest from the spin on.
create or replace function spins_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a spin is never deleted' using errcode = 'check_violation';
  end if;
  if new.completion_id <> old.completion_id or new.seed <> old.seed or new.odds <> old.odds then
    raise exception 'the seed and the odds of a completion are fixed' using errcode = 'check_violation';
  end if;
  if old.spun_at is not null and ((new.spun_at, new.client_seed, new.roll, new.landing_part, new.amount_paise)
    is distinct from (old.spun_at, old.client_seed, old.roll, old.landing_part, old.amount_paise)
    or (new.outcome <> old.outcome and (old.outcome, new.outcome) <> ('owed', 'won'))) then
    raise exception 'a completion is spun once' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger spins_guard before update or delete on spins for each row execute function spins_guard();

create or replace trigger spins_no_truncate before truncate on spins
  for each statement execute function refuse_change();

-- Settles a spin with the roll that was drawn for it. It does nothing when the completion is spun already, was reversed
-- or is still on hold: the caller reads what is recorded either way.
create or replace function settle_spin(p_completion bigint, p_client_seed text, p_roll integer, p_part integer)
returns void language plpgsql as $$
declare
  c completions;
  won bigint;
begin
  -- A reversal locks the same row, so a spin comes either before or after it.
  select * into c from completions
  where id = p_completion and status = 'approved' and (held_until is null or held_until <= now()) for no key update;
  if not found then
    return;
  end if;
  -- Of two spins of one completion at once, the second waited for the row above and finds spun_at set here.
  update spins set spun_at = now(), client_seed = p_client_seed, roll = p_roll, landing_part = p_part,
    amount_paise = reward_paise_at(odds, p_roll),
    outcome = case when reward_paise_at(odds, p_roll) is null then 'lost' else 'owed' end
  where completion_id = p_completion and spun_at is null
  returning amount_paise into won;
  if not found then
    return;
  end if;
  if won is not null and take_voucher(won, p_completion) is not null then
    update spins set outcome = 'won' where completion_id = p_completion;
  end if;
  update user_stats set spins = spins + 1, vouchers_won = vouchers_won + (won is not null)::int,
    voucher_value_paise = voucher_value_paise + coalesce(won, 0) where user_id = c.user_id;
  update users set last_activity_at = now() where id = c.user_id;
  perform count_offer_day(c.offer_id, now(), 0, 0, 1, (won is not null)::int, coalesce(won, 0), 0);
end $$;
