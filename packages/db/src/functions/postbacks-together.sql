-- Postbacks that come at once: the plain ones in one transaction.

-- Stores and judges several postbacks, each as receive_postback does it, and answers them by their places. It takes the
-- plain case alone: the first confirmation of a transaction, of a click and an offer of that network, within its window
-- and its ceiling, of an offer without goals that the user has not completed, and that nobody has taken back. What is
-- anything else gets no row here, and is left to receive_postback; so is one of two in the batch that are about the
-- same. It waits for no lock of a transaction or a click: what somebody else is at is left, too.
-- With the general plan: as start_offers.
create or replace function receive_postbacks(p_places int[], p_networks bigint[], p_slugs text[], p_keys text[],
  p_methods text[], p_urls text[], p_queries text[], p_bodies text[], p_encodings text[], p_cuts bigint[],
  p_content_types text[], p_headers jsonb[], p_ips text[], p_verdicts jsonb[], p_seeds bytea[])
returns table (place int, outcome text, reason text, completion_id bigint)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_free int[];
  d record;
begin
  -- As lock_call. What the holders of the locks before have committed is seen from the next statement on.
  v_free := array(
    select a.place from unnest(p_places, p_networks, p_verdicts) a (place, network_id, verdict)
    where case when a.verdict ->> 'outcome' is null and a.verdict ->> 'kind' = 'approve'
      and pg_try_advisory_xact_lock(transaction_lock(a.network_id, a.verdict ->> 'transaction_id'))
      then pg_try_advisory_xact_lock(click_lock(a.network_id, a.verdict ->> 'click_id')) end);
  with plain as materialized (
    select a.*, a.verdict ->> 'transaction_id' as transaction_id, k.id as click_row, k.user_id, k.offer_id,
      k.client_seed_hash, o.odds_version, coalesce((a.verdict ->> 'payout_paise')::bigint, o.reward_paise) as paise,
      -- Of a seed that was drawn for this postback alone.
      seed_commitment(a.seed) as commitment
    from unnest(p_places, p_networks, p_slugs, p_keys, p_methods, p_urls, p_queries, p_bodies, p_encodings, p_cuts,
      p_content_types, p_headers, p_ips, p_verdicts, p_seeds) a (place, network_id, slug, key, method, url, query, body,
      encoding, cut, content_type, headers, ip, verdict, seed)
    join clicks k on k.click_id = a.verdict ->> 'click_id'
    join offers o on o.id = k.offer_id and o.network_id = a.network_id and o.goals = '[]'
    where a.place = any (v_free)
      and (k.created_at < now() - make_interval(secs => (a.verdict ->> 'click_window_seconds')::int)) is not true
      and (coalesce((a.verdict ->> 'payout_paise')::bigint, o.reward_paise)
        > (a.verdict ->> 'payout_ceiling_paise')::bigint) is not true
      and not exists (select from postbacks w where w.retry_key = a.key)
      and not exists (select from completion_events e
        where e.network_id = a.network_id and e.transaction_id = a.verdict ->> 'transaction_id')
      and not exists (select from payments m
        where m.network_id = a.network_id and m.transaction_id = a.verdict ->> 'transaction_id')
      and not exists (select from postbacks w where w.network_id = a.network_id
        and w.transaction_id = a.verdict ->> 'transaction_id' and w.outcome = 'parked' and w.kind = 'reverse')
      and not exists (select from postbacks w where w.click_id = k.click_id and w.network_id = a.network_id
        and w.outcome = 'parked' and w.kind = 'reverse')
  ), made as (
    -- In one order, so that no two such batches wait for each other. What was completed before, or under the same
    -- transaction, and the second of two in the batch, make none.
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id,
      payout_paise, payout_micros, currency, rate_micros, approved_at, held_until, seed, commitment, client_seed_hash)
    select user_id, offer_id, odds_version, click_row, network_id, transaction_id, verdict ->> 'goal_id', paise,
      (verdict ->> 'payout_micros')::bigint, verdict ->> 'currency', (verdict ->> 'rate_micros')::bigint, now(),
      now() + make_interval(secs => nullif((verdict ->> 'hold_seconds')::int, 0)),
      stored_seed(seed), commitment, client_seed_hash
    from plain order by user_id, offer_id, place
    on conflict do nothing
    returning id, user_id, offer_id, network_id, commitment
  ), stored as (
    insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from,
      content_type, headers, ip, outcome, alert, judged_at, kind, click_id, transaction_id, goal_id, payout_micros,
      currency, completion_id, call_hash)
    select a.network_id, slug, key, method, url, query, body, encoding, cut, content_type, headers, ip, 'accepted',
      verdict ->> 'alert', now(), 'approve', verdict ->> 'click_id', transaction_id, verdict ->> 'goal_id',
      (verdict ->> 'payout_micros')::bigint, verdict ->> 'currency', made.id, (verdict ->> 'call_hash')::bigint
    from plain a join made using (commitment)
    order by place
    returning id, completion_id
  )
  select array_agg(a.place) as places, array_agg(made.id) as completions, array_agg(stored.id) as postbacks,
    array_agg(made.user_id) as users, array_agg(made.offer_id) as offers
  into d
  from stored join made on made.id = stored.completion_id join plain a using (commitment);
  -- As receive_postback: a case that was opened meanwhile is seen by now.
  perform answer_case(m.completion, m.postback)
  from unnest(d.completions, d.postbacks, d.users, d.offers) m (completion, postback, user_id, offer_id)
  where exists (
    select from credit_cases k where k.user_id = m.user_id and k.offer_id = m.offer_id and k.status = 'open');
  return query select m.place, 'accepted', null::text, m.completion
  from unnest(d.places, d.completions) m (place, completion);
end $$;
