-- The moves of clicks, completions and reversals, and the recount of what all moves count.

-- Records a click. problem: 'offer_not_found', 'already_completed', or null.
create function record_click(p_user bigint, p_offer bigint, p_click_id text, p_ip text, p_device text, p_agent text,
  out problem text, out offer_url text, out click_param text)
language plpgsql as $$
begin
  select o.offer_url, n.click_param
  into offer_url, click_param
  from offers o left join networks n on n.id = o.network_id
  where o.id = p_offer and o.active;
  if not found then
    problem := 'offer_not_found';
    return;
  end if;
  if exists (select 1 from completions where user_id = p_user and offer_id = p_offer) then
    problem := 'already_completed';
    return;
  end if;
  insert into clicks (click_id, user_id, offer_id, ip, device, user_agent)
  values (p_click_id, p_user, p_offer, p_ip, p_device, p_agent)
  -- A retry of a call whose answer was lost brings the same id.
  on conflict (click_id) do nothing;
  if found then
    perform count_offer_day(p_offer, now(), 1, 0, 0, 0, 0, 0);
    update users set last_activity_at = now() where id = p_user;
  end if;
end $$;
--> statement-breakpoint
-- Takes a completion's revenue out of the figures. False when it was reversed before.
create function reverse_completion(p_completion bigint, p_actor jsonb, p_note text) returns boolean language plpgsql as $$
declare
  c completions;
begin
  update completions set status = 'reversed', reversed_at = now()
  where id = p_completion and status = 'approved' returning * into c;
  if not found then
    return false;
  end if;
  update user_stats set revenue_paise = revenue_paise - c.payout_paise where user_id = c.user_id;
  perform count_offer_day(c.offer_id, c.completed_at, 0, 0, 0, 0, 0, -c.payout_paise);
  perform write_audit(p_actor, 'completions.reverse', c.id::text, '{"status":"approved"}', '{"status":"reversed"}', p_note);
  return true;
end $$;
--> statement-breakpoint
-- Judges a stored postback and, where it is good, credits it: one move.
-- p_verdict: what was understood of it. Either {"outcome": "refused"|"parked", "reason", …} or
-- {"kind": "approve"|"reverse", "click_id", "transaction_id", "payout_micros", "payout_paise", "currency", "rate_micros"}.
-- p_seed: 32 random bytes for the draw, used only when a completion is made.
-- Judging the same postback again answers what was found the first time.
create function judge_postback(p_postback bigint, p_verdict jsonb, p_seed bytea,
  out outcome text, out reason text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  p postbacks;
  c completions;
  k clicks;
  o offers;
  early bigint;
  v_kind text := p_verdict ->> 'kind';
  v_transaction text := p_verdict ->> 'transaction_id';
  v_click text := p_verdict ->> 'click_id';
  v_actor jsonb;
begin
  select * into p from postbacks where id = p_postback for update;
  if p.outcome is not null then
    outcome := p.outcome;
    reason := p.reason;
    completion_id := p.completion_id;
    return;
  end if;
  v_actor := jsonb_build_object('kind', 'network', 'id', p.network_id, 'name', p.slug, 'ip', p.ip);
  outcome := p_verdict ->> 'outcome';
  reason := p_verdict ->> 'reason';

  if outcome is null then
    -- A completion and its reversal may arrive at once, in either order; each must see the other.
    perform pg_advisory_xact_lock(hashtextextended('transaction:' || p.network_id || ':' || v_transaction, 0));
    select * into c from completions where network_id = p.network_id and transaction_id = v_transaction;

    if v_kind = 'reverse' then
      if c.id is null then
        outcome := 'parked';
        reason := 'No completion with this transaction yet';
      elsif reverse_completion(c.id, v_actor, 'Reversed by the network') then
        outcome := 'reversed';
      else
        outcome := 'repeat';
      end if;

    elsif c.id is not null then
      outcome := 'repeat';
      select * into k from clicks where id = c.click_id;
      if k.click_id is distinct from v_click then
        reason := 'This transaction was counted for another click';
      end if;

    else
      select * into k from clicks where click_id = v_click;
      select * into o from offers where id = k.offer_id;
      if k.id is null then
        outcome := 'parked';
        reason := 'Click not found';
      elsif o.network_id <> p.network_id then
        outcome := 'refused';
        reason := 'The offer belongs to another network';
      else
        insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, payout_micros,
          currency, rate_micros)
        values (k.user_id, k.offer_id, k.id, p.network_id, v_transaction,
          coalesce((p_verdict ->> 'payout_paise')::bigint, o.reward_paise), (p_verdict ->> 'payout_micros')::bigint,
          p_verdict ->> 'currency', (p_verdict ->> 'rate_micros')::bigint)
        on conflict (user_id, offer_id) do nothing
        returning * into c;
        if c.id is null then
          select * into c from completions where user_id = k.user_id and offer_id = k.offer_id;
          outcome := 'repeat';
          reason := 'This user has completed the offer before';
        else
          outcome := 'accepted';
          insert into spins (completion_id, seed, odds) values (c.id, p_seed, o.odds);
          update user_stats set completions = completions + 1, revenue_paise = revenue_paise + c.payout_paise,
            -- Two completions at once may be counted in the other order than they began.
            last_completion_at = greatest(last_completion_at, c.completed_at) where user_id = c.user_id;
          perform count_offer_day(c.offer_id, c.completed_at, 0, 1, 0, 0, 0, c.payout_paise);
          update postbacks set outcome = 'reversed', reason = 'Matched when its completion arrived',
            completion_id = c.id, judged_at = now()
          where id = (
            select w.id from postbacks w
            where w.network_id = p.network_id and w.transaction_id = v_transaction and w.outcome = 'parked'
              and w.kind = 'reverse'
            order by w.id limit 1
          ) returning id into early;
          if early is not null then
            perform reverse_completion(c.id, v_actor, 'The reversal had arrived before the completion');
          end if;
        end if;
      end if;
    end if;
  end if;

  completion_id := c.id;
  update postbacks set outcome = judge_postback.outcome, reason = judge_postback.reason, judged_at = now(),
    kind = v_kind, click_id = v_click, transaction_id = v_transaction, completion_id = c.id
  where id = p_postback;
end $$;
--> statement-breakpoint
-- Makes the counters anew from the facts. Locks them for the time it takes.
create function recount() returns void language plpgsql as $$
begin
  lock table user_stats, offer_days in share row exclusive mode;
  delete from offer_days;
  insert into offer_days (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  select day, offer_id, 0, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won), sum(revenue) from (
    select ist_day(created_at) as day, offer_id, 1 as clicks, 0 as completions, 0 as spins, 0 as wins, 0 as won, 0 as revenue
    from clicks
    union all
    select ist_day(completed_at), offer_id, 0, 1, 0, 0, 0, case when status = 'approved' then payout_paise else 0 end
    from completions
    union all
    select ist_day(s.spun_at), c.offer_id, 0, 0, 1, (s.amount_paise is not null)::int, coalesce(s.amount_paise, 0), 0
    from spins s join completions c on c.id = s.completion_id where s.spun_at is not null
  ) facts group by day, offer_id;
  insert into user_stats (user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise, last_completion_at)
  select u.id, count(c.id), count(s.spun_at), count(s.amount_paise), coalesce(sum(s.amount_paise), 0),
    coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0), max(c.completed_at)
  from users u left join completions c on c.user_id = u.id left join spins s on s.completion_id = c.id
  group by u.id
  on conflict (user_id) do update set completions = excluded.completions, spins = excluded.spins,
    vouchers_won = excluded.vouchers_won, voucher_value_paise = excluded.voucher_value_paise,
    revenue_paise = excluded.revenue_paise, last_completion_at = excluded.last_completion_at;
end $$;
