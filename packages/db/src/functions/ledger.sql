-- Consistency checks of the ledger: rules between facts, which no constraint can enforce. Each check returns one line
-- per violation, and none for a consistent ledger. A check is one statement with one snapshot, so it may run at any
-- time.

-- The prizes of all published odds, read from the odds themselves and not from their stored outcomes.
create or replace function list_prizes()
returns table (offer_id bigint, version int, first_roll bigint, last_roll bigint, amount_paise bigint)
language sql stable as $$
  select v.offer_id, v.version, r.upto - r.permille, r.upto - 1, r.amount_paise
  from offer_odds v
  cross join lateral (
    select (reward ->> 'permille')::int as permille, (reward ->> 'amount')::bigint * 100 as amount_paise,
      sum((reward ->> 'permille')::int) over (order by place) as upto
    from jsonb_array_elements(v.odds) with ordinality each (reward, place)
  ) r
  where r.permille > 0
$$;

-- Checks completions from p_from up to but not including p_to, with their spins, vouchers, payments and list rows.
create or replace function completion_differences(p_from bigint, p_to bigint) returns table (what text)
language sql stable as $$
  with held as materialized (
    select a.completion_id, count(*) as awards, count(*) filter (where v.withdrawn_at is null) as kept,
      min(a.award_number) as first_number, max(a.award_number) as last_number
    from voucher_awards a join vouchers v on v.id = a.voucher_id
    where a.completion_id >= p_from and a.completion_id < p_to
    group by a.completion_id
  )
  select format('completion %s won %s paise and has neither a voucher nor an owed win', s.completion_id, s.amount_paise)
  from spins s
  left join held h on h.completion_id = s.completion_id
  left join owed_wins w on w.completion_id = s.completion_id
  where s.completion_id >= p_from and s.completion_id < p_to
    and s.amount_paise is not null and coalesce(h.kept, 0) = 0 and w.completion_id is null
  union all
  select format('completion %s has a voucher and an owed win', w.completion_id)
  from owed_wins w join held h on h.completion_id = w.completion_id
  where w.completion_id >= p_from and w.completion_id < p_to
  union all
  select format('completion %s is owed %s paise and won %s', w.completion_id, w.amount_paise,
    coalesce(s.amount_paise::text, 'nothing'))
  from owed_wins w left join spins s on s.completion_id = w.completion_id
  where w.completion_id >= p_from and w.completion_id < p_to and w.amount_paise is distinct from s.amount_paise
  union all
  select format('completion %s got a voucher of %s paise and won %s', a.completion_id, a.amount_paise,
    coalesce(s.amount_paise::text, 'nothing'))
  from voucher_awards a left join spins s on s.completion_id = a.completion_id
  where a.completion_id >= p_from and a.completion_id < p_to and a.amount_paise is distinct from s.amount_paise
  union all
  select format('completion %s has %s vouchers that were not withdrawn', completion_id, kept) from held where kept > 1
  union all
  select format('completion %s has %s awards, numbered from %s to %s', completion_id, awards, first_number,
    last_number)
  from held where first_number <> 1 or last_number <> awards
  union all
  select format('completion %s has a commitment that does not match its seed', id)
  from completions
  where id >= p_from and id < p_to and length(seed) = 32 and commitment <> sha256(seed)
  union all
  select format('transaction %s of network %s counts for completions %s and %s', e.transaction_id, e.network_id,
    least(c.id, e.completion_id), greatest(c.id, e.completion_id))
  from completion_events e
  join completions c on c.network_id = e.network_id and c.transaction_id = e.transaction_id
  where e.completion_id >= p_from and e.completion_id < p_to and e.kind = 'adopted' and c.id <> e.completion_id
  union all
  select format('transaction %s of network %s counts for payment %s and completion %s', m.transaction_id, m.network_id,
    m.id, find_transaction(m.network_id, m.transaction_id))
  from payments m
  where m.completion_id >= p_from and m.completion_id < p_to
    and find_transaction(m.network_id, m.transaction_id) is not null
  union all
  select format('payment %s refers to a click of another user', m.id)
  from payments m join clicks k on k.id = m.click_id join completions c on c.id = m.completion_id
  where m.completion_id >= p_from and m.completion_id < p_to
    and (k.user_id, k.offer_id) <> (c.user_id, c.offer_id)
  union all
  select format('completion %s rolled %s and won %s paise, not %s', s.completion_id, s.roll,
    coalesce(s.amount_paise, 0), coalesce(p.amount_paise, 0))
  from spins s
  join completions c on c.id = s.completion_id
  left join list_prizes() p on p.offer_id = c.offer_id and p.version = c.odds_version
    and s.roll between p.first_roll and p.last_roll
  where s.completion_id >= p_from and s.completion_id < p_to and s.roll is not null
    and s.amount_paise is distinct from p.amount_paise
  union all
  select format('completion %s was spun and never confirmed', s.completion_id)
  from spins s
  join completions c on c.id = s.completion_id
  where s.completion_id >= p_from and s.completion_id < p_to and s.roll is not null and c.approved_at is null
    and not exists (
      select 1 from completion_events e where e.completion_id = s.completion_id and e.kind = 'approved'
    )
  union all
  select format('spin of completion %s is withheld without a reversal', s.completion_id)
  from spins s
  where s.completion_id >= p_from and s.completion_id < p_to and s.roll is null and not exists (
    select 1 from completion_events e where e.completion_id = s.completion_id and e.kind = 'reversed'
  )
  union all
  select format('completion %s was reversed before its spin, which is not withheld', e.completion_id)
  from completion_events e
  where e.completion_id >= p_from and e.completion_id < p_to and e.kind = 'reversed'
    and not exists (select 1 from spins s where s.completion_id = e.completion_id)
  union all
  select 'figures of the list, ' || d.what from completion_row_differences(p_from, p_to) d
$$;

-- Checks vouchers from p_from up to but not including p_to.
create or replace function voucher_differences(p_from bigint, p_to bigint) returns table (what text)
language sql stable as $$
  select format('voucher %s is free and was %s', v.id, case when a.voucher_id is not null then 'won'
    when v.used_at is not null then 'used' when v.withdrawn_at is not null then 'withdrawn' else 'expired' end)
  from free_vouchers f
  join vouchers v on v.id = f.voucher_id
  left join voucher_awards a on a.voucher_id = v.id
  where f.voucher_id >= p_from and f.voucher_id < p_to
    and (a.voucher_id is not null or num_nonnulls(v.used_at, v.withdrawn_at, v.expired_at) > 0)
  union all
  select format('voucher %s was won and is expired', v.id)
  from vouchers v join voucher_awards a on a.voucher_id = v.id
  where v.id >= p_from and v.id < p_to and v.expired_at is not null
  union all
  select format('voucher %s was %s without a win', v.id,
    case when v.used_at is null then 'withdrawn' else 'used' end)
  from vouchers v
  where v.id >= p_from and v.id < p_to and num_nonnulls(v.used_at, v.withdrawn_at) > 0
    and not exists (select 1 from voucher_awards a where a.voucher_id = v.id)
  union all
  select format('voucher %s is not in the stock, but was neither won nor expired', v.id)
  from vouchers v
  where v.id >= p_from and v.id < p_to and num_nonnulls(v.expired_at, v.used_at, v.withdrawn_at) = 0
    and not exists (select 1 from voucher_awards a where a.voucher_id = v.id)
    and not exists (select 1 from free_vouchers f where f.voucher_id = v.id)
  union all
  select format('stock row of voucher %s says %s paise until %s, its voucher says %s until %s', f.voucher_id,
    f.amount_paise, f.expiry_date, v.amount_paise, v.expiry_date)
  from free_vouchers f join vouchers v on v.id = f.voucher_id
  where f.voucher_id >= p_from and f.voucher_id < p_to
    and (f.amount_paise, f.expiry_date) <> (v.amount_paise, v.expiry_date)
$$;

-- Checks odds and owed wins.
create or replace function odds_differences() returns table (what text) language sql stable as $$
  select format('offer %s, odds version %s: rolls %s to %s win %s paise, not %s', coalesce(p.offer_id, r.offer_id),
    coalesce(p.version, r.version), coalesce(p.first_roll, r.first_roll), coalesce(p.last_roll, r.last_roll),
    coalesce(r.amount_paise, 0), coalesce(p.amount_paise, 0))
  from list_prizes() p
  full join offer_odds_outcomes r on r.offer_id = p.offer_id and r.version = p.version
    and r.first_roll = p.first_roll and r.last_roll = p.last_roll
  where r.amount_paise is distinct from p.amount_paise
  union all
  select format('%s wins of %s paise are owed although a voucher is in stock', count(*), amount_paise)
  from owed_wins w
  where exists (
    select 1 from free_vouchers f where f.amount_paise = w.amount_paise and f.expiry_date >= ist_day(now())
  )
  group by amount_paise
$$;

-- Runs all checks. Reads every completion, spin and voucher.
create or replace function ledger_differences() returns table (what text) language sql stable as $$
  select what from completion_differences(0, 9223372036854775807)
  union all
  select what from voucher_differences(0, 9223372036854775807)
  union all
  select what from odds_differences()
  union all
  select 'figures of ' || d.what from figure_differences() d
  union all
  select 'sums of ' || d.what from total_differences() d
  union all
  select 'figures of vouchers, ' || d.what from voucher_count_differences() d
$$;
