-- Clicks: a user opens an offer.

-- Users start offers: records a click for each and answers them by their places. A single start is arrays of one.
-- p_click_ids: drawn by the caller.
-- p_client_seed_hashes: SHA-256 of texts that clients keep for the draw; they are there before the seed of the draw is.
-- p_network_users: drawn by the caller, too. One becomes the person's id towards the offer's network, unless there is
-- one: networks must not learn our ids, nor find one person in the lists of another. The sandbox is no other company.
-- p_countries: two letters, or null where it is not known.
-- p_users: a start without a user gets no row, for a statement that finds out in itself whether its caller may.
-- problem: 'offer_not_found', 'already_completed', 'unavailable' (beyond a cap or a quota, or outside its days), or
-- null. network_user: null for an offer of no network, and of the sandbox.
-- With the general plan: one for arrays of a known length always looks cheaper than it, so the statements would be
-- planned anew with each call, at a third of its cost.
create or replace function start_offers(p_places int[], p_users bigint[], p_offers bigint[], p_click_ids text[],
  p_ips text[], p_devices text[], p_agents text[], p_client_seed_hashes bytea[], p_network_users text[],
  p_countries text[])
returns table (place int, problem text, offer_url text, click_param text, link_macros jsonb, link_params jsonb,
  link_signing jsonb, network_id bigint, signing_secret text, external_offer_id text, network_user text)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with asked as materialized (
    select p_places[a.n] as place, a.user_id, p_offers[a.n] as offer_id, a.n, o.offer_url, o.external_offer_id,
      n.click_param, n.link_macros, n.link_params, n.link_signing, n.id as network_id, n.signing_secret,
      n.slug <> 'sandbox' and u.user_id is null as lacks_network_user, u.external_id as network_user,
      case when o.id is null then 'offer_not_found'
        when exists (select 1 from completion_states c where c.user_id = a.user_id and c.offer_id = o.id
          and c.awaited_goal is null) then 'already_completed'
        when ist_day(now()) < o.starts_on or ist_day(now()) > o.ends_on
          -- By the figures of the feed, which are of a second or two ago: networks' own caps are no sharper.
          or o.daily_cap is not null and o.daily_cap <= (
            select coalesce(sum(d.completions), 0) from offer_days d where d.offer_id = o.id and d.day = ist_day(now()))
          or o.country_quotas <> '[]' and exceeds_quota(o.id, o.country_quotas, p_countries[a.n]) then 'unavailable'
      end as problem
    from unnest(p_users) with ordinality a (user_id, n)
    left join offers o on o.id = p_offers[a.n] and o.active
    left join networks n on n.id = o.network_id
    left join network_users u on u.network_id = n.id and u.user_id = a.user_id
    where a.user_id is not null
  ), named as (
    -- In one order, so that no two calls wait for each other. The second of two first starts waits here for the first,
    -- and answers its id: an update gives the row that is there, where doing nothing would give none.
    insert into network_users as u (network_id, user_id, external_id)
    select distinct on (network_id, user_id) network_id, user_id, p_network_users[n] from asked
    where problem is null and lacks_network_user
    order by network_id, user_id
    on conflict (network_id, user_id) do update set external_id = u.external_id
    returning u.network_id, u.user_id, u.external_id
  ), started as (
    insert into clicks (click_id, user_id, offer_id, ip, device, user_agent, client_seed_hash, country)
    select p_click_ids[n], user_id, offer_id, p_ips[n], p_devices[n], p_agents[n], p_client_seed_hashes[n],
      p_countries[n]
    from asked where problem is null
    -- A retry of a call whose answer was lost brings the same id.
    on conflict (click_id) do nothing
  )
  select a.place, a.problem, a.offer_url, a.click_param, a.link_macros, a.link_params, a.link_signing, a.network_id,
    a.signing_secret, a.external_offer_id, coalesce(a.network_user, (
      select u.external_id from named u where u.network_id = a.network_id and u.user_id = a.user_id))
  from asked a;
end $$;

-- Whether the offer's quota for a country is used up today: by clicks from there that were completed today and, as for
-- the daily cap, confirmed. A country without a quota of its own, and an unknown one, count among all others ('*'),
-- which may have a quota together.
create or replace function exceeds_quota(p_offer bigint, p_quotas jsonb, p_country text) returns boolean
language sql stable as $$
  with named as (
    select q ->> 'country' as country, (q ->> 'daily_cap')::int as daily_cap from jsonb_array_elements(p_quotas) q
  ),
  quota as (
    select country, daily_cap from named where country = p_country
    union all
    select country, daily_cap from named
    where country = '*' and not exists (select from named n where n.country = p_country)
  )
  select coalesce((
    select q.daily_cap <= (
      -- As far as the feed has come: a second or two behind, as the daily cap is.
      select count(*) from completion_rows r
      join completions c on c.id = r.completion_id
      join clicks k on k.id = c.click_id
      where r.offer_id = p_offer and r.approved
        and r.completed_at >= ist_day(now())::timestamp at time zone 'Asia/Kolkata'
        and case when q.country = '*'
          then k.country is null or k.country not in (select n.country from named n where n.country <> '*')
          else k.country = q.country end)
    from quota q), false)
$$;

create or replace trigger clicks_append_only before update or truncate on clicks
  for each statement execute function reject_change();

-- The feed's consumer 'click_search': makes new clicks findable by a part of their ids. What waits to be put into the
-- index may grow to four times the usual, some 40,000 clicks: a part of three letters is of many of them then and is
-- written once for them all. A search looks through what waits, too.
create or replace function fold_click_search(p_from xid8, p_to xid8) returns void language sql
set gin_pending_list_limit = '16MB' as $$
  insert into click_search (id, click_id) select id, click_id from clicks where xid >= p_from and xid < p_to
  on conflict do nothing
$$;

-- Clicks whose public id holds a pattern, those included that have not been copied yet.
create or replace function search_clicks(p_pattern text) returns table (id bigint) language sql stable as $$
  select s.id from click_search s where s.click_id ilike p_pattern
  union
  select k.id from clicks k
  -- With both bounds, so that the index is taken.
  where k.xid >= (select xid from change_feed_consumers where name = 'click_search') and k.xid < last_settled_xid()
    and k.click_id ilike p_pattern
$$;
