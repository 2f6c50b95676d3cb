-- Milestones: the network House has one offer per milestone. The product itself completes this offer, once per user.

-- The offers of House. An offer's external id is the number of completions that a user needs for the milestone.
create or replace function list_house_offers()
returns table (offer_id bigint, milestone int, active boolean, odds_version int, network_id bigint)
language sql stable as $$
  select o.id, substring(o.external_offer_id from '^[1-9][0-9]{0,3}$')::int, o.active, o.odds_version, o.network_id
  from offers o join networks n on n.id = o.network_id
  where n.slug = 'house'
$$;

-- Counts a user's completions toward milestones: those that are confirmed, not reversed, not awaiting a goal, and not
-- completed by the product itself.
-- on_hold_until: the end of the last hold of these completions. The milestone's spin waits until then, because holds
-- often end in a reversal.
create or replace function count_toward_milestones(p_user bigint, out completions int, out on_hold_until timestamptz)
language sql stable as $$
  select count(*)::int, max(c.on_hold_until) from completion_states c
  where c.user_id = p_user and c.source <> 'house' and c.status = 'approved' and c.awaited_goal is null
$$;

-- The feed's consumer 'milestones'. It stores reached milestones, and reverses the unspun completions of milestones
-- that users no longer reach after a reversal. It does not complete milestones: a completion needs a sealed seed, which
-- SQL cannot create, so a process calls complete_milestones.
-- A user who passed a milestone before it was turned on reaches it with the user's next completion.
create or replace function consume_changes_for_milestones(p_from xid8, p_to xid8) returns void language plpgsql as $$
declare
  v_users bigint[];
  v_counts int[];
begin
  -- Milestones are off by default, and then counting completions would be wasted work.
  if not exists (select from list_house_offers() where active)
    and not exists (select from completions where source = 'house')
  then
    return;
  end if;
  select array_agg(u.user_id), array_agg(n.completions) into v_users, v_counts
  from (
    select distinct c.user_id from completions c
    where c.id = any(touched_completions(p_from, p_to)) and c.source <> 'house'
  ) u
  cross join lateral count_toward_milestones(u.user_id) n;
  -- This statement waits for a concurrent complete_milestones, so the next statement sees the completions of that call.
  delete from due_milestones d
  using unnest(v_users, v_counts) u (user_id, completions), list_house_offers() o
  where d.user_id = u.user_id and o.offer_id = d.offer_id and o.milestone > u.completions;
  perform reverse_completion(c.id, '{"kind":"system","name":"system"}',
    format('Fewer than %s completions after a reversal', o.milestone))
  from unnest(v_users, v_counts) u (user_id, completions)
  join completions c on c.user_id = u.user_id and c.source = 'house'
  join list_house_offers() o on o.offer_id = c.offer_id and o.milestone > u.completions
  where not exists (select from spins s where s.completion_id = c.id);
  insert into due_milestones (user_id, offer_id)
  select u.user_id, o.offer_id
  from unnest(v_users, v_counts) u (user_id, completions)
  join list_house_offers() o on o.active and o.milestone <= u.completions
  where not exists (select from completions c where c.user_id = u.user_id and c.offer_id = o.offer_id)
  order by 1, 2
  on conflict do nothing;
end $$;

-- Completes reached milestones: deletes the rows of due_milestones and inserts the completions. The unique key of user
-- and offer allows one completion, even after a retry. Counts the user's completions again, because a reversal may have
-- come since.
-- p_seeds: see get_sealed_seed.
create or replace function complete_milestones(p_users bigint[], p_offers bigint[], p_seeds bytea[]) returns void
language sql as $$
  with taken as (
    delete from due_milestones d using unnest(p_users, p_offers, p_seeds) a (user_id, offer_id, seed)
    where d.user_id = a.user_id and d.offer_id = a.offer_id
    returning d.user_id, d.offer_id, a.seed
  )
  insert into completions (user_id, offer_id, odds_version, network_id, transaction_id, payout_paise, currency,
    rate_micros, held_until, source, seed, commitment)
  select t.user_id, o.offer_id, o.odds_version, o.network_id, format('milestone-%s-%s', o.milestone, t.user_id), 0,
    'INR', 1000000, n.on_hold_until, 'house', get_sealed_seed(t.seed), get_seed_commitment(t.seed)
  from taken t
  join list_house_offers() o on o.offer_id = t.offer_id and o.active
  join users u on u.id = t.user_id and u.deleted_at is null
  cross join lateral count_toward_milestones(t.user_id) n
  where n.completions >= o.milestone
  order by 1, 2
  on conflict do nothing
$$;
