-- Offers: the version of the list of offers, and the versions of each offer's odds.

-- Gives the list of offers a new version, which becomes visible when the change commits. The version's row stays locked
-- until the commit, so concurrent changes get different versions. A dry run sets inaam.rehearsal, which skips this
-- function: a dry run is rolled back, and its lock must not block other changes.
create or replace function bump_offer_catalogue_version() returns trigger language plpgsql as $$
begin
  insert into offer_catalogue as c (version) values (pg_current_xact_id()::text::bigint)
  on conflict (id) do update set version = excluded.version where c.version <> excluded.version;
  return null;
end $$;

create or replace trigger offers_changed after insert or update or delete or truncate on offers
  for each statement when (current_setting('inaam.rehearsal',
    true) is distinct from 'on') execute function bump_offer_catalogue_version();

-- Records the previous network of an offer that moves to another network. The previous network may still report
-- completions of clicks that users made before the move.
create or replace function record_offer_network_change() returns trigger language plpgsql as $$
begin
  insert into offer_network_history (offer_id, network_id, replaced_at) values (old.id, old.network_id,
    clock_timestamp())
  on conflict do nothing;
  return null;
end $$;

create or replace trigger offers_network_changed after update of network_id on offers
  for each row when (old.network_id is distinct from new.network_id and old.network_id is not null)
  execute function record_offer_network_change();

-- Gives the list a new version when a picture was fetched, so that clients load the list with the picture.
create or replace trigger picture_fetches_changed after insert or update on picture_fetches
  for each row when (new.picture_id is not null) execute function bump_offer_catalogue_version();

-- Gives the list a new version when measured rates change, because the list contains the rates.
create or replace trigger offer_rates_changed after insert on offer_rates
  for each statement execute function bump_offer_catalogue_version();

-- Stores which rolls win which amount under a new version of odds. The settlement of a spin looks up the amount here.
-- Screens check a draw with getReward in packages/contracts, which has the same algorithm.
create or replace function write_odds_outcomes() returns trigger language plpgsql as $$
begin
  insert into offer_odds_outcomes (offer_id, version, first_roll, last_roll, amount_paise)
  select new.offer_id, new.version, upto - permille, upto - 1, amount * 100
  from (
    select (reward ->> 'amount')::bigint as amount, (reward ->> 'permille')::int as permille,
      sum((reward ->> 'permille')::int) over (order by place) as upto
    from jsonb_array_elements(new.odds) with ordinality each (reward, place)
  ) walk
  where permille > 0;
  return null;
end $$;

create or replace trigger offer_odds_outcomes_written after insert on offer_odds for each row
  execute function write_odds_outcomes();

-- Completions refer to a version of the odds, so a version never changes.
create or replace trigger offer_odds_append_only before update or delete or truncate on offer_odds
  for each statement execute function reject_change();

create or replace trigger offer_odds_outcomes_append_only before update or delete or truncate on offer_odds_outcomes
  for each statement execute function reject_change();

-- Increments the version of a row on every change. A client that saves an edited row can send the version that it had
-- loaded. The save is then refused if the row has changed since.
create or replace function next_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end $$;

create or replace trigger offers_versioned before update on offers
  for each row when (old.* is distinct from new.*) execute function next_version();

create or replace trigger brands_versioned before update on brands
  for each row when (old.* is distinct from new.*) execute function next_version();

-- The listed columns are settings. Fetched keys, feed checks and secrets that are sealed again do not change the
-- version.
create or replace trigger networks_versioned before update of slug, name, active, click_param, link_params, link_macros,
  link_signing, params, params_in, status_map, status_rules, signing, signed_url, source_addresses, source_mode,
  currency, rate_micros, rates, call_timestamp, replies, hold_seconds, click_window_seconds, payout_ceiling_paise,
  postback_query
  on networks for each row when (old.* is distinct from new.*) execute function next_version();
