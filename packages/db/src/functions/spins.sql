-- Spins: one per completion, drawn from the seed that was stored when the completion was created.

create or replace trigger spins_append_only before update or delete or truncate on spins
  for each statement execute function reject_change();

-- The seed as a completion stores it. p_seed: a plain seed of 32 bytes, or a 32-byte commitment followed by the sealed
-- seed.
create or replace function get_sealed_seed(p_seed bytea) returns bytea language sql immutable as $$
  select case length(p_seed) when 32 then p_seed else substr(p_seed, 33) end
$$;

create or replace function get_seed_commitment(p_seed bytea) returns bytea language sql immutable as $$
  select case length(p_seed) when 32 then sha256(p_seed) else substr(p_seed, 1, 32) end
$$;

-- Replaces stored seeds with sealed seeds. p_seeds: [{id, was, seed}]: the completion, its stored seed and the sealed
-- seed in hex. Skips a completion whose stored seed is no longer `was`.
create or replace function seal_seeds(p_seeds jsonb) returns void language plpgsql as $$
begin
  perform set_config('inaam.sealing', 'on', true);
  update completions c set seed = decode(n.seed, 'hex')
  from jsonb_to_recordset(p_seeds) as n(id bigint, was text, seed text)
  where c.id = n.id and c.seed = decode(n.was, 'hex');
  perform set_config('inaam.sealing', 'off', true);
end $$;

-- The spin of every completion. The outcome is 'waiting' if the completion has no row in spins, or if the spin was
-- withheld (a row without a roll).
create or replace view spin_states as
  select c.id as completion_id, c.seed, c.commitment, c.client_seed_hash, v.odds,
    case when s.roll is null then 'waiting' when s.amount_paise is null then 'lost'
      when w.completion_id is null then 'won' else 'owed' end as outcome,
    s.spun_at, s.client_seed, s.client_seed_status, s.roll, s.landing_permille, s.wheel_layout, s.amount_paise
  from completions c
  join offer_odds v on v.offer_id = c.offer_id and v.version = c.odds_version
  left join spins s on s.completion_id = c.id and s.roll is not null
  left join owed_wins w on w.completion_id = c.id;

-- Whether a completion that was reported as pending is confirmed and ready by now. Not part of settle_spins, because
-- few spins need this check, and a join would open the index of completion_events for every spin.
create or replace function is_ready_later(p_completion bigint) returns boolean language sql stable as $$
  select exists (select from completion_states where id = p_completion and spin_status = 'ready')
$$;

-- Settles spins with their rolls and returns the recorded results, from this call or an earlier one. place: the index
-- in p_completions, from 1. If a completion occurs twice, the first occurrence counts. The function is volatile, so
-- each of its statements sees what was committed before that statement.
-- p_landings, p_layout: where each spin lands within its roll, in permille, and the wheel's layout.
-- p_client_seeds, p_statuses: the text that is mixed into each draw, and whether it was fixed at the click:
-- 'committed'; 'lost' (fixed, but only its hash is known); 'open' (not fixed).
-- roll: null if no spin is recorded (the completion is on hold or not confirmed), or if the spin was withheld.
-- The function takes locks in one order, so that calls do not deadlock: the keys of spins by completion, then the locks
-- of take_vouchers.
-- Uses the generic plan. Custom plans always look cheaper for arrays, so PostgreSQL would plan each execution again.
create or replace function settle_spins(p_completions bigint[], p_rolls int[], p_landings int[], p_layout smallint,
  p_client_seeds text[], p_statuses text[])
returns table (place int, withheld boolean, roll int, landing_permille int, wheel_layout smallint, client_seed text,
  client_seed_status text, amount_paise bigint, type text, brand text, code text, pin text,
  expiry_date date)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  winners bigint[];
  amounts bigint[];
  taken bigint[];
begin
  -- The primary key decides between concurrent spins, and between a spin and a reversal (reverse_completion): the
  -- second waits here and inserts nothing if the first commits.
  with settled as (
    insert into spins (
      completion_id, roll, landing_permille, wheel_layout, client_seed, client_seed_status, amount_paise)
    select c.id, p_rolls[a.place], p_landings[a.place], p_layout, p_client_seeds[a.place], p_statuses[a.place], (
      select o.amount_paise from offer_odds_outcomes o
      where o.offer_id = c.offer_id and o.version = c.odds_version
        and p_rolls[a.place] between o.first_roll and o.last_roll)
    from completions c
    cross join lateral (select array_position(p_completions, c.id) as place) a
    where c.id = any(p_completions)
      and (spin_status(c.approved_at, c.held_until) = 'ready' or c.approved_at is null and is_ready_later(c.id))
    order by c.id
    on conflict (completion_id) do nothing
    returning completion_id, amount_paise
  )
  select array_agg(completion_id order by completion_id), array_agg(amount_paise order by completion_id)
  into winners, amounts
  from settled where amount_paise is not null;
  if winners is not null then
    taken := take_vouchers(amounts);
    insert into voucher_awards (voucher_id, completion_id, amount_paise)
    select taken[place], completion_id, amounts[place]
    from unnest(winners) with ordinality w (completion_id, place) where taken[place] is not null;
    if array_position(taken, null) is not null then
      insert into owed_wins (completion_id, amount_paise)
      select completion_id, amounts[place]
      from unnest(winners) with ordinality w (completion_id, place) where taken[place] is null;
    end if;
  end if;
  return query
  select a.place::int, s.completion_id is not null and s.roll is null, s.roll::int, s.landing_permille::int,
    s.wheel_layout, s.client_seed, s.client_seed_status::text, s.amount_paise::bigint, v.type, v.brand, v.code,
    v.pin, v.expiry_date
  from unnest(p_completions) with ordinality a (id, place)
  left join spins s on s.completion_id = a.id
  left join completion_vouchers v on v.completion_id = s.completion_id and s.amount_paise is not null;
end $$;
