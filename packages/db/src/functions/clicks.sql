-- Clicks: a user opens an offer.

-- Records a click. p_click_id is drawn by the caller.
-- problem: 'offer_not_found', 'already_completed', or null.
create or replace function record_click(p_user bigint, p_offer bigint, p_click_id text, p_ip text, p_device text,
  p_agent text, out problem text, out offer_url text, out click_param text)
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
