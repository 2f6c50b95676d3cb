-- Spins: one for each completion, drawn from the seed that was fixed with it.

create or replace trigger spins_kept before update or delete or truncate on spins
  for each statement execute function refuse_change();

-- Seeds come as 32 bytes of commitment and then the seed, sealed by who drew it; 32 bytes alone are a seed in the
-- clear.
create or replace function stored_seed(p_seed bytea) returns bytea language sql immutable as $$
  select case length(p_seed) when 32 then p_seed else substr(p_seed, 33) end
$$;

create or replace function seed_commitment(p_seed bytea) returns bytea language sql immutable as $$
  select case length(p_seed) when 32 then sha256(p_seed) else substr(p_seed, 1, 32) end
$$;

-- Puts sealed seeds in the place of what lay there. p_seeds: [{id, was, seed}], both in hex. One that has been sealed
-- anew meanwhile stays.
create or replace function seal_seeds(p_seeds jsonb) returns void language plpgsql as $$
begin
  perform set_config('inaam.sealing', 'on', true);
  update completions c set seed = decode(n.seed, 'hex')
  from jsonb_to_recordset(p_seeds) as n(id bigint, was text, seed text)
  where c.id = n.id and c.seed = decode(n.was, 'hex');
  perform set_config('inaam.sealing', 'off', true);
end $$;

-- The spin of every completion. No row of spins: it waits. A row without a roll: it was withheld, which is a waiting
-- that does not end.
create or replace view spin_states as
  select c.id as completion_id, c.seed, c.commitment, c.client_seed_hash, v.odds,
    case when s.roll is null then 'waiting' when s.amount_paise is null then 'lost'
      when w.completion_id is null then 'won' else 'owed' end as outcome,
    s.spun_at, s.client_seed, s.share, s.roll, s.landing_part, s.wheel_layout, s.amount_paise
  from completions c
  join offer_odds v on v.offer_id = c.offer_id and v.version = c.odds_version
  left join spins s on s.completion_id = c.id and s.roll is not null
  left join owed_wins w on w.completion_id = c.id;

-- Whether a completion that came unconfirmed was confirmed since, and may be spun. Apart from settle_completion, which
-- would open the events' index for each of its calls.
create or replace function is_approved_later(p_completion bigint) returns boolean language sql stable as $$
  select exists (
    select 1 from completion_events e
    where e.completion_id = p_completion and e.kind = 'approved' and (e.held_until is null or e.held_until <= now()))
$$;

-- Settles a spin with the roll that was drawn for it, and gives what is recorded then: by this call, or by the one that
-- came first. A volatile function in plpgsql: each of its statements sees what was committed before it.
-- p_part, p_layout: where on which wheel it lands. p_client_seed, p_share: the text that was mixed into the draw.
-- roll: null when nothing is recorded (it is on hold or not confirmed), and when it was withheld.
create or replace function settle_completion(p_completion bigint, p_roll int, p_part int, p_layout smallint,
  p_client_seed text, p_share text,
  out withheld boolean, out roll int, out landing_part int, out wheel_layout smallint, out client_seed text,
  out share text, out amount_paise bigint, out type text, out brand text, out code text, out expiry_date date)
language plpgsql as $$
#variable_conflict use_column
declare
  won bigint;
  v_voucher bigint;
  today date;
  v_from date;
  v_after bigint;
  v_additions bigint;
begin
  -- The primary key decides between spins at once, and between a spin and a reversal (reverse_completion): the second
  -- waits here for the first, and inserts nothing if that was committed.
  insert into spins (completion_id, roll, landing_part, wheel_layout, client_seed, share, amount_paise)
  select c.id, p_roll, p_part, p_layout, p_client_seed, p_share, (
    select r.amount_paise from offer_odds_outcomes r
    where r.offer_id = c.offer_id and r.version = c.odds_version and p_roll between r.first_roll and r.last_roll)
  from completions c
  where c.id = p_completion and case
    when c.approved_at is not null then c.held_until is null or c.held_until <= now()
    else is_approved_later(c.id) end
  on conflict (completion_id) do nothing
  returning spins.amount_paise into won;
  if found then
    withheld := false;
    roll := p_roll;
    landing_part := p_part;
    wheel_layout := p_layout;
    client_seed := p_client_seed;
    share := p_share;
    amount_paise := won;
    if won is null then
      return;
    end if;
    -- The first step of take_free_voucher, written out: its calls within each other took as long as what they do.
    select a.from_expiry_date, a.from_voucher_id, a.additions into v_from, v_after, v_additions
    from voucher_amounts a where a.amount_paise = won;
    if found then
      today := (now() at time zone 'Asia/Kolkata')::date;
      if v_from < today then
        v_from := today;
        v_after := 0;
      end if;
      delete from free_vouchers f using vouchers v
      where f.voucher_id = (
        select voucher_id from free_vouchers
        where amount_paise = won and (expiry_date, voucher_id) >= (v_from, v_after)
        order by expiry_date, voucher_id limit 1
        for update skip locked
      ) and v.id = f.voucher_id
      returning v.id, v.type, v.brand, v.code, v.expiry_date into v_voucher, type, brand, code, expiry_date;
    end if;
    if v_voucher is null then
      v_voucher := take_free_voucher(won);
      if v_voucher is null then
        insert into owed_wins (completion_id, amount_paise) values (p_completion, won);
        return;
      end if;
      select v.type, v.brand, v.code, v.expiry_date into type, brand, code, expiry_date
      from vouchers v where v.id = v_voucher;
    elsif random() < 0.02 then
      perform begin_stock_at(won, v_additions, expiry_date, v_voucher);
    end if;
    insert into voucher_awards (voucher_id, completion_id, amount_paise) values (v_voucher, p_completion, won);
  else
    select s.roll is null, s.roll, s.landing_part, s.wheel_layout, s.client_seed, s.share, s.amount_paise,
      v.type, v.brand, v.code, v.expiry_date
    into withheld, roll, landing_part, wheel_layout, client_seed, share, amount_paise, type, brand, code, expiry_date
    from spins s
    left join voucher_awards a on a.completion_id = s.completion_id
      and a.turn = (select max(turn) from voucher_awards where completion_id = p_completion)
    left join vouchers v on v.id = a.voucher_id
    where s.completion_id = p_completion;
  end if;
end $$;

-- Settles several spins in one transaction, each as settle_completion does, and answers those that it has settled, by
-- their places from 1. It leaves to settle_completion whatever may have to wait or is settled already: what is not
-- confirmed, spins from before, wins of which no voucher is free. So no spin waits for the lock of an amount with
-- somebody else's voucher in hand: two such batches would wait for each other.
-- Of two spins of one completion the first by place is settled. A spin that was settled meanwhile fails all of them.
create or replace function settle_completions(p_completions bigint[], p_rolls int[], p_parts int[], p_layout smallint,
  p_client_seeds text[], p_shares text[])
returns table (place int, amount_paise bigint, type text, brand text, code text, expiry_date date)
language plpgsql as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
begin
  return query
  with asked as (
    select d.*, o.amount_paise, row_number() over (partition by o.amount_paise order by d.id) as turn
    from (
      select distinct on (a.id) a.*, c.offer_id, c.odds_version
      from unnest(p_completions, p_rolls, p_parts, p_client_seeds, p_shares)
        with ordinality a (id, roll, part, client_seed, share, place)
      join completions c on c.id = a.id and case
        when c.approved_at is not null then c.held_until is null or c.held_until <= now()
        else is_approved_later(c.id) end
      where not exists (select 1 from spins s where s.completion_id = a.id)
      order by a.id, a.place
    ) d
    left join offer_odds_outcomes o on o.offer_id = d.offer_id and o.version = d.odds_version
      and d.roll between o.first_roll and o.last_roll
  ), picked as (
    select w.amount_paise, f.voucher_id, f.expiry_date, w.additions, f.turn
    from (
      select a.amount_paise, a.from_expiry_date, a.from_voucher_id, a.additions, k.wins
      from (select amount_paise, count(*) as wins from asked where amount_paise is not null group by amount_paise) k
      join voucher_amounts a on a.amount_paise = k.amount_paise
    ) w
    -- As take_free_voucher looks first, for as many as were won.
    cross join lateral (
      select p.voucher_id, p.expiry_date, row_number() over () as turn
      from (
        select voucher_id, expiry_date from free_vouchers
        where amount_paise = w.amount_paise and (expiry_date, voucher_id) >= (
          greatest(w.from_expiry_date, today), case when w.from_expiry_date < today then 0 else w.from_voucher_id end)
        order by expiry_date, voucher_id limit w.wins
        for update skip locked
      ) p
    ) f
  ), taken as (
    delete from free_vouchers f using picked p where f.voucher_id = p.voucher_id
  ), begun as (
    select begin_stock_at(amount_paise, additions, expiry_date, voucher_id) from picked where random() < 0.02
  ), settled as (
    select a.*, p.voucher_id
    from asked a left join picked p on p.amount_paise = a.amount_paise and p.turn = a.turn
    where a.amount_paise is null or p.voucher_id is not null
  ), spun as (
    insert into spins (completion_id, roll, landing_part, wheel_layout, client_seed, share, amount_paise)
    select id, roll, part, p_layout, client_seed, share, amount_paise from settled order by id
  ), awarded as (
    insert into voucher_awards (voucher_id, completion_id, amount_paise)
    select voucher_id, id, amount_paise from settled where voucher_id is not null order by id
  )
  select s.place::int, s.amount_paise, v.type, v.brand, v.code, v.expiry_date
  from settled s left join vouchers v on v.id = s.voucher_id
  -- What nobody reads is not run.
  where (select count(*) from begun) >= 0;
end $$;
