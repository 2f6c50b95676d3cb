-- Clicks: a user opens an offer.

-- Records a click. p_click_id is drawn by the caller.
-- p_client_seed_hash: SHA-256 of a text that the client keeps for the draw; it is there before the seed of the draw is.
-- p_network_user: drawn by the caller too. It becomes the person's id towards the offer's network, unless there is one:
-- networks must not learn our ids, nor find one person in the lists of another. The sandbox stands for no other
-- company. problem: 'offer_not_found', 'already_completed', 'unavailable' (beyond its cap or outside its days),
-- or null. network_user: null for an offer of no network, and
-- of the sandbox.
create or replace function insert_click(p_user bigint, p_offer bigint, p_click_id text, p_ip text, p_device text,
  p_agent text, p_client_seed_hash bytea, p_network_user text, out problem text, out offer_url text,
  out click_param text, out link_macros jsonb, out link_params jsonb, out link_signing jsonb, out network_id bigint,
  out signing_secret text, out external_offer_id text, out network_user text)
language plpgsql as $$
#variable_conflict use_column
declare
  is_completed boolean;
  is_closed boolean;
  v_slug text;
begin
  select o.offer_url, o.external_offer_id, n.click_param, n.link_macros, n.link_params, n.link_signing, n.id,
    n.signing_secret, n.slug, u.external_id,
    exists (select 1 from completions c where c.user_id = p_user and c.offer_id = p_offer),
    ist_day(now()) < o.starts_on or ist_day(now()) > o.ends_on
      -- By the figures of the feed, which are of a second or two ago: networks' own caps are no sharper.
      or o.daily_cap is not null and o.daily_cap <= (
        select coalesce(sum(d.completions), 0) from offer_days d where d.offer_id = o.id and d.day = ist_day(now()))
  into offer_url, external_offer_id, click_param, link_macros, link_params, link_signing, network_id, signing_secret,
    v_slug, network_user, is_completed, is_closed
  from offers o
  left join networks n on n.id = o.network_id
  left join network_users u on u.network_id = n.id and u.user_id = p_user
  where o.id = p_offer and o.active;
  if not found then
    problem := 'offer_not_found';
    return;
  elsif is_completed then
    problem := 'already_completed';
    return;
  elsif is_closed then
    problem := 'unavailable';
    return;
  end if;
  if network_user is null and v_slug <> 'sandbox' then
    -- Of two first clicks at once the second waits here, and then finds the row of the first.
    insert into network_users (network_id, user_id, external_id)
    values (insert_click.network_id, p_user, p_network_user) on conflict (network_id, user_id) do nothing;
    select u.external_id into network_user from network_users u
    where u.network_id = insert_click.network_id and u.user_id = p_user;
  end if;
  insert into clicks (click_id, user_id, offer_id, ip, device, user_agent, client_seed_hash)
  values (p_click_id, p_user, p_offer, p_ip, p_device, p_agent, p_client_seed_hash)
  -- A retry of a call whose answer was lost brings the same id.
  on conflict (click_id) do nothing;
end $$;

create or replace trigger clicks_kept before update or truncate on clicks
  for each statement execute function refuse_change();

-- The feed's consumer 'click_search': makes new clicks findable by a part of their ids.
create or replace function fold_click_search(p_from xid8, p_to xid8) returns void language sql as $$
  insert into click_search (id, click_id) select id, click_id from clicks where xid >= p_from and xid < p_to
  on conflict do nothing
$$;

-- Clicks whose public id holds a pattern, those included that have not been copied yet.
create or replace function clicks_like(p_pattern text) returns table (id bigint) language sql stable as $$
  select s.id from click_search s where s.click_id ilike p_pattern
  union
  select k.id from clicks k
  -- With both bounds, so that the index is taken.
  where k.xid >= (select xid from feed_consumers where name = 'click_search') and k.xid < last_xid()
    and k.click_id ilike p_pattern
$$;
