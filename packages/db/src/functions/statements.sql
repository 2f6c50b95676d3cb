-- Statements: the payouts that a network lists, compared with the ledger.

-- Completions and further payments of a network with their events applied, in the same columns. record: the id of a
-- completion, or the negative id of a payment. micros: null if the network sent no payout, so that the offer's reward
-- counts.
create or replace function get_network_records(p_network bigint, p_records bigint[])
returns table (record bigint, completion_id bigint, transaction_id text, goal_id text, offer_id bigint,
  click_id bigint, micros bigint, currency text, paise bigint, rate_micros bigint, status text, at timestamptz)
language sql stable as $$
  select c.id, c.id, c.transaction_id, coalesce(c.goal_id, ''), c.offer_id, c.click_id, c.payout_micros,
    c.currency, c.payout_paise, c.rate_micros, c.status, c.completed_at
  from completion_states c where c.network_id = p_network and c.id = any(p_records)
  union all
  select -m.id, m.completion_id, m.transaction_id, coalesce(m.goal_id, ''), c.offer_id, m.click_id, m.payout_micros,
    m.currency, m.payout_paise, m.rate_micros, m.status, m.at
  from payment_states m join completions c on c.id = m.completion_id
  where m.network_id = p_network and m.id = any(array(select -r from unnest(p_records) r where r < 0))
$$;

-- Compares a statement with the ledger and stores the differences, which replace those of an earlier comparison.
-- A line matches the record with the same transaction; if the goals differ, the difference is other_goal. A completion
-- belongs to the month in which it was first reported, by the network's clock. A completion near the edge of the month
-- can be in another month in Indian time: its difference is other_month, not missing.
create or replace function compare_statement(p_statement bigint) returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  s network_statements;
  v_zone text;
  v_first date;
  -- The month by the network's clock, the month in Indian time, and a range that covers both.
  v_month tstzrange;
  v_ist tstzrange;
  v_wide tstzrange;
begin
  select * into s from network_statements where id = p_statement for update;
  v_zone := s.format ->> 'zone';
  v_first := (s.month || '-01')::date;
  v_month := tstzrange(v_first::timestamp at time zone v_zone,
    (v_first + interval '1 month') at time zone v_zone);
  v_ist := tstzrange(v_first::timestamp at time zone 'Asia/Kolkata',
    (v_first + interval '1 month') at time zone 'Asia/Kolkata');
  v_wide := range_merge(v_month, v_ist);
  delete from statement_differences where statement_id = p_statement;

  with lines as materialized (
    -- A transaction that the file lists as approved and as reversed is reversed. The second line is then no duplicate.
    select l.*,
      row_number() over (partition by l.transaction_id, lower(l.goal_id), l.status order by l.line) as place,
      row_number() over (partition by l.transaction_id, lower(l.goal_id) order by l.status, l.line) = 1 as is_first,
      max(l.status) over (partition by l.transaction_id, lower(l.goal_id)) as final_status, f.record
    from network_statement_lines l
    left join lateral (
      select e.completion_id as record from completion_events e
      where e.network_id = s.network_id and e.transaction_id = l.transaction_id
      union all
      select c.id from completions c where c.network_id = s.network_id and c.transaction_id = l.transaction_id
      union all
      select -m.id from payments m where m.network_id = s.network_id and m.transaction_id = l.transaction_id
      limit 1) f on true
    where l.statement_id = p_statement),
  records as materialized (
    select * from get_network_records(s.network_id, array(
      select record from lines where record is not null
      union
      select c.id from completions c
      where c.network_id = s.network_id and c.completed_at >= lower(v_wide) and c.completed_at < upper(v_wide)
      union
      select -m.id from payments m
      where m.network_id = s.network_id and m.at >= lower(v_wide) and m.at < upper(v_wide)))),
  stored as (
  insert into statement_differences (statement_id, kind, hash, day, line, transaction_id, goal_id, click_id, offer_id,
    offer, their_micros, their_currency, their_paise, their_status, their_goal, our_micros, our_currency, our_paise,
    our_status, our_goal, our_at, completion_id, postback_id, reason)
  select p_statement, d.kind,
    encode(sha256(convert_to(jsonb_build_array(d.kind, d.transaction_id, d.goal_id, d.place, d.their_micros,
      d.their_currency, d.their_status, d.our_micros, d.our_currency, d.our_status, d.our_goal, d.our_paise)::text,
      'UTF8')), 'hex'),
    d.day, d.line, d.transaction_id, d.goal_id, d.click_id, d.offer_id, coalesce(o.title, d.offer, ''),
    d.their_micros, d.their_currency, d.their_paise, d.their_status, d.their_goal, d.our_micros, d.our_currency,
    d.our_paise, d.our_status, d.our_goal, d.our_at, d.completion_id, d.postback_id, d.reason
  from (
    -- Differences of the file's lines. A duplicate has no counterpart: the ledger counts the transaction once.
    select
      case when l.place > 1 then 'duplicate_line'
        when r.completion_id is null and p.id is not null then 'call_not_counted'
        when r.completion_id is null and is_unknown then 'unknown_click_or_offer'
        when r.completion_id is null then 'missing_here'
        when r.micros is not null and r.currency <> l.currency then 'other_currency'
        when r.status <> l.final_status then 'other_status'
        when coalesce(r.micros <> l.micros, q.their_paise is distinct from r.paise) then 'other_amount'
        when l.goal_id <> '' and lower(l.goal_id) <> lower(r.goal_id) then 'other_goal'
        when not r.at <@ v_ist or l.day < v_first or l.day >= v_first + interval '1 month' then 'other_month'
      end as kind,
      l.place, coalesce(l.day, ist_day(r.at), v_first) as day, l.line, l.transaction_id, l.goal_id,
      coalesce(l.click_id, k.click_id) as click_id, coalesce(r.offer_id, o.id) as offer_id, l.offer,
      l.micros as their_micros, l.currency as their_currency,
      case when l.final_status = 'approved' then q.their_paise else 0 end as their_paise,
      l.final_status as their_status, l.goal_id as their_goal,
      case when l.place = 1 then coalesce(r.micros, r.paise * 10000) end as our_micros,
      case when l.place = 1 then case when r.micros is null and r.paise is not null then 'INR' else r.currency end end
        as our_currency,
      case when l.place = 1 then case when r.status = 'approved' then r.paise when r.status is not null then 0 end end
        as our_paise,
      case when l.place = 1 then r.status end as our_status, case when l.place = 1 then r.goal_id end as our_goal,
      case when l.place = 1 then r.at end as our_at, r.completion_id,
      case when r.completion_id is null then p.id end as postback_id,
      case when r.completion_id is null then p.reason end as reason
    from lines l
    join networks n on n.id = s.network_id
    left join records r on r.record = l.record
    left join clicks k on k.id = r.click_id
    left join lateral (
      select w.id, w.reason from postbacks w
      where r.completion_id is null and w.network_id = s.network_id and w.transaction_id = l.transaction_id
        and w.outcome in ('refused', 'parked', 'ignored') order by w.id desc limit 1) p on true
    left join offers o on o.network_id = s.network_id and o.external_offer_id = l.offer,
    lateral (select
      r.completion_id is null and (
        l.click_id is not null and not exists (select from clicks c where c.click_id = l.click_id)
        or l.offer is not null and o.id is null) as is_unknown,
      -- their_paise uses the rate of our record, else the network's rate. It is rounded like payoutToPaise in
      -- packages/contracts.
      case when l.currency = 'INR' then round(l.micros / 10000.0)
        when l.currency = r.currency and r.micros is not null
          then round(l.micros::numeric * r.rate_micros / 10000000000)
        when l.currency = n.currency then round(l.micros::numeric * n.rate_micros / 10000000000) end::bigint
        as their_paise) q
    where l.is_first or l.place > 1
    union all
    -- Records that only the ledger has. Networks do not list records that pay nothing.
    select case when r.at <@ v_month then 'missing_there' else 'other_month' end,
      1, ist_day(r.at), null, r.transaction_id, r.goal_id, k.click_id, r.offer_id, null, null, null, null, null, null,
      coalesce(r.micros, r.paise * 10000), case when r.micros is null then 'INR' else r.currency end, r.paise,
      r.status, r.goal_id, r.at, r.completion_id, null, null
    from records r
    join clicks k on k.id = r.click_id
    where r.status = 'approved' and r.paise > 0 and (r.at <@ v_month or r.at <@ v_ist)
      and not exists (select from lines l where l.record = r.record)
  ) d
  left join offers o on o.id = d.offer_id
  where d.kind is not null
  order by d.day, d.line)
  update network_statements set compared_at = now(), totals = coalesce((
    select jsonb_agg(t order by currency) from (
      select currency, sum(their_count) as their_count, sum(their_micros)::text as their_micros,
        sum(our_count) as our_count, sum(our_micros)::text as our_micros, sum(our_paise) as our_paise
      from (
        select l.currency, 1 as their_count, l.micros as their_micros, 0 as our_count, 0 as our_micros, 0 as our_paise
        from lines l where l.final_status = 'approved'
        union all
        select case when r.micros is null then 'INR' else r.currency end, 0, 0, 1,
          coalesce(r.micros, r.paise * 10000), r.paise
        from records r where r.status = 'approved' and r.paise > 0 and r.at <@ v_month
      ) sides group by currency
    ) t), '[]')
  where id = p_statement;
end $$;
