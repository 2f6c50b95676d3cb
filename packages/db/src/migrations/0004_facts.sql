-- Money moves insert facts, and figures follow from them (infra/docs/decisions/0030). What the tables held is told as
-- facts: everything that a user, an admin or a proof shows stays as it was, which migrate.test.ts compares.
drop trigger if exists completions_guard on completions;
--> statement-breakpoint
drop trigger if exists completions_no_truncate on completions;
--> statement-breakpoint
drop trigger if exists completions_counted on completions;
--> statement-breakpoint
drop trigger if exists spins_guard on spins;
--> statement-breakpoint
drop trigger if exists spins_no_truncate on spins;
--> statement-breakpoint
drop trigger if exists spins_counted on spins;
--> statement-breakpoint
drop trigger if exists spins_counted_again on spins;
--> statement-breakpoint
drop trigger if exists vouchers_guard on vouchers;
--> statement-breakpoint
drop trigger if exists vouchers_no_truncate on vouchers;
--> statement-breakpoint
drop trigger if exists users_counted on users;
--> statement-breakpoint
create table completion_events (
  completion_id bigint not null,
  kind text not null,
  at timestamptz default now() not null,
  held_until timestamptz,
  network_id bigint,
  transaction_id text,
  goal_id text,
  payout_paise bigint,
  payout_micros bigint,
  currency text,
  rate_micros bigint,
  xid xid8 default pg_current_xact_id() not null,
  constraint completion_events_pkey primary key(completion_id,kind),
  constraint completion_events_kind check (kind in ('approved', 'adopted', 'reversed')),
  constraint completion_events_held check (held_until is null or kind = 'approved'),
  constraint completion_events_transaction check ((kind = 'adopted') = (transaction_id is not null)
    and (transaction_id is null) = (network_id is null)),
  constraint completion_events_payout check ((payout_paise is null or payout_paise >= 0)
    and (payout_paise is null) = (currency is null) and (payout_paise is null) = (rate_micros is null)
      and (kind <> 'reversed' or payout_paise is null))
);
--> statement-breakpoint
create table click_search (
  id bigint primary key not null,
  click_id text not null
);
--> statement-breakpoint
create table feed_consumers (
  name text primary key not null,
  xid xid8 not null,
  folded_at timestamptz default now() not null
);
--> statement-breakpoint
create table user_provider_changes (
  user_id bigint not null,
  joined boolean not null,
  at timestamptz default now() not null,
  xid xid8 default pg_current_xact_id() not null,
  constraint user_provider_changes_pkey primary key(user_id,xid)
);
--> statement-breakpoint
create table offer_odds (
  offer_id bigint not null,
  version integer not null,
  odds jsonb not null,
  created_at timestamptz default now() not null,
  constraint offer_odds_pkey primary key(offer_id,version),
  constraint offer_odds_odds check (odds_valid(odds)),
  constraint offer_odds_version check (version > 0)
);
--> statement-breakpoint
create table offer_odds_outcomes (
  offer_id bigint not null,
  version integer not null,
  first_roll integer not null,
  last_roll integer not null,
  amount_paise bigint not null,
  constraint offer_odds_outcomes_pkey primary key(offer_id,version,first_roll),
  constraint offer_odds_outcomes_rolls check (0 <= first_roll and first_roll <= last_roll and last_roll < 1000),
  constraint offer_odds_outcomes_amount check (amount_paise > 0)
);
--> statement-breakpoint
create table owed_wins (
  completion_id bigint primary key not null,
  amount_paise bigint not null,
  number bigint generated always as identity,
  owed_since timestamptz default now() not null
);
--> statement-breakpoint
create table free_vouchers (
  amount_paise bigint not null,
  expiry_date date not null,
  voucher_id bigint not null,
  constraint free_vouchers_pkey primary key(amount_paise,expiry_date,voucher_id)
);
--> statement-breakpoint
create table voucher_amounts (
  amount_paise bigint primary key not null,
  from_expiry_date date default '-infinity' not null,
  from_voucher_id bigint default 0 not null,
  additions bigint default 0 not null
);
--> statement-breakpoint
create table voucher_awards (
  voucher_id bigint primary key not null,
  completion_id bigint not null,
  turn smallint default 1 not null,
  amount_paise bigint not null,
  awarded_at timestamptz default now() not null,
  xid xid8 default pg_current_xact_id() not null,
  constraint voucher_awards_turn check (turn > 0)
);
--> statement-breakpoint
alter table completions drop constraint completions_status;
--> statement-breakpoint
alter table completions drop constraint completions_reversed;
--> statement-breakpoint
alter table completions drop constraint completions_approved;
--> statement-breakpoint
alter table offers drop constraint offers_odds;
--> statement-breakpoint
alter table spins drop constraint spins_seed;
--> statement-breakpoint
alter table spins drop constraint spins_odds;
--> statement-breakpoint
alter table spins drop constraint spins_outcome;
--> statement-breakpoint
alter table spins drop constraint spins_amount_outcome;
--> statement-breakpoint
alter table spins drop constraint spins_complete;
--> statement-breakpoint
alter table spins drop constraint spins_amount;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_status;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_winner;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_used;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_withdrawn;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_notice;
--> statement-breakpoint
alter table completions drop constraint completions_offer_id_offers_id_fk;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_completion_id_spins_completion_id_fk;
--> statement-breakpoint
alter table vouchers drop constraint vouchers_withdrawn_from_spins_completion_id_fk;
--> statement-breakpoint
drop index clicks_click_id_trigrams;
--> statement-breakpoint
drop index completions_offer_idx;
--> statement-breakpoint
drop index completions_payout_idx;
--> statement-breakpoint
drop index spins_owed_idx;
--> statement-breakpoint
drop index vouchers_completion_id_key;
--> statement-breakpoint
drop index vouchers_pick_idx;
--> statement-breakpoint
drop index vouchers_withdrawn_from_idx;
--> statement-breakpoint
drop index vouchers_stock_idx;
--> statement-breakpoint
alter table clicks add column client_seed_hash bytea;
--> statement-breakpoint
-- Facts from before the feed are of transaction 0.
alter table clicks add column xid xid8 not null default '0';
--> statement-breakpoint
alter table clicks alter column xid set default pg_current_xact_id();
--> statement-breakpoint
alter table completions add column odds_version integer;
--> statement-breakpoint
alter table completions add column seed bytea;
--> statement-breakpoint
alter table completions add column commitment bytea;
--> statement-breakpoint
alter table completions add column client_seed_hash bytea;
--> statement-breakpoint
-- Facts from before the feed are of transaction 0.
alter table completions add column xid xid8 not null default '0';
--> statement-breakpoint
alter table completions alter column xid set default pg_current_xact_id();
--> statement-breakpoint
alter table user_stats add column last_activity_at timestamptz default now() not null;
--> statement-breakpoint
alter table offers add column odds_version integer default 1 not null;
--> statement-breakpoint
alter table spins add column wheel_layout smallint;
--> statement-breakpoint
alter table spins add column share text;
--> statement-breakpoint
-- Facts from before the feed are of transaction 0.
alter table spins add column xid xid8 not null default '0';
--> statement-breakpoint
alter table spins alter column xid set default pg_current_xact_id();
--> statement-breakpoint
alter table vouchers add column expired_at timestamptz;
--> statement-breakpoint
alter table vouchers add constraint vouchers_id_amount_key unique(id,amount_paise);
--> statement-breakpoint
-- Every different odds that an offer had is a version of its own, the present ones the last.
insert into offer_odds (offer_id, version, odds, created_at)
select offer_id, row_number() over (partition by offer_id order by is_present, since), odds, since
from (
  select offer_id, odds, bool_or(is_present) as is_present, min(at) as since
  from (
    select c.offer_id, s.odds, false as is_present, c.completed_at as at
    from spins s join completions c on c.id = s.completion_id
    union all
    select id, odds, true, created_at from offers
  ) promised
  group by offer_id, odds
) versions;
--> statement-breakpoint
insert into offer_odds_outcomes (offer_id, version, first_roll, last_roll, amount_paise)
select v.offer_id, v.version, r.upto - r.tenths, r.upto - 1, r.amount * 100
from offer_odds v
cross join lateral (
  select (reward ->> 'amount')::bigint as amount, (reward ->> 'tenths')::int as tenths,
    sum((reward ->> 'tenths')::int) over (order by place) as upto
  from jsonb_array_elements(v.odds) with ordinality each (reward, place)
) r
where r.tenths > 0;
--> statement-breakpoint
update offers o set odds_version = v.version
from (select offer_id, max(version) as version from offer_odds group by offer_id) v where v.offer_id = o.id;
--> statement-breakpoint
update completions c set odds_version = v.version, seed = s.seed, commitment = sha256(s.seed)
from spins s, offer_odds v
where s.completion_id = c.id and v.offer_id = c.offer_id and v.odds = s.odds;
--> statement-breakpoint
insert into completion_events (completion_id, kind, at, xid)
select id, 'reversed', reversed_at, '0' from completions where status = 'reversed';
--> statement-breakpoint
insert into owed_wins (completion_id, amount_paise, owed_since)
select completion_id, amount_paise, spun_at from spins where outcome = 'owed' order by spun_at, completion_id;
--> statement-breakpoint
-- A spin that waits has no row; one that was withheld has one without a roll.
update spins set wheel_layout = 1, share = 'open' where spun_at is not null;
--> statement-breakpoint
update spins s set spun_at = c.reversed_at from completions c
where c.id = s.completion_id and c.status = 'reversed' and s.spun_at is null;
--> statement-breakpoint
delete from spins where spun_at is null;
--> statement-breakpoint
-- When a withdrawn voucher had been given is not known any more: at the earliest with the spin.
insert into voucher_awards (voucher_id, completion_id, turn, amount_paise, awarded_at, xid)
select v.id, s.completion_id, row_number() over (partition by s.completion_id order by v.withdrawn_at nulls last,
  v.id),
  v.amount_paise, coalesce(v.assigned_at, s.spun_at), '0'
from vouchers v join spins s on s.completion_id = coalesce(v.completion_id, v.withdrawn_from);
--> statement-breakpoint
update vouchers
set expired_at = greatest(created_at, least(now(), (expiry_date + 1)::timestamp at time zone 'Asia/Kolkata'))
where status = 'expired' and withdrawn_at is null;
--> statement-breakpoint
insert into free_vouchers (amount_paise, expiry_date, voucher_id)
select amount_paise, expiry_date, id from vouchers where status = 'available' order by 1, 2, 3;
--> statement-breakpoint
insert into voucher_amounts (amount_paise)
select amount_paise from vouchers union select amount_paise from owed_wins;
--> statement-breakpoint
insert into user_provider_changes (user_id, joined, xid)
select id, true, '0' from users where provider_uid is not null;
--> statement-breakpoint
update user_stats s set last_activity_at = u.last_activity_at from users u where u.id = s.user_id;
--> statement-breakpoint
create temporary table merged on commit drop as
select day, offer_id, sum(clicks) as clicks, sum(completions) as completions, sum(spins) as spins,
  sum(wins) as wins, sum(won_paise) as won_paise, sum(revenue_paise) as revenue_paise from offer_days group by day,
    offer_id;
--> statement-breakpoint
delete from offer_days;
--> statement-breakpoint
insert into offer_days (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
select day, offer_id, 0, clicks, completions, spins, wins, won_paise, revenue_paise from merged;
--> statement-breakpoint
drop table merged;
--> statement-breakpoint
create temporary table merged on commit drop as
select day, offer_id, google, sum(completions) as completions, sum(lost) as lost, sum(won) as won,
  sum(revenue_paise) as revenue_paise, sum(lost_revenue_paise) as lost_revenue_paise,
    sum(won_revenue_paise) as won_revenue_paise, sum(won_paise) as won_paise from conversion_days group by day,
      offer_id, google;
--> statement-breakpoint
delete from conversion_days;
--> statement-breakpoint
insert into conversion_days (day, offer_id, google, shard, completions, lost, won, revenue_paise,
  lost_revenue_paise, won_revenue_paise, won_paise)
select day, offer_id, google, 0, completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise,
  won_paise from merged;
--> statement-breakpoint
drop table merged;
--> statement-breakpoint
-- The aggregates hold all facts of transactions before this one: the tables are locked, so there are no others.
insert into feed_consumers (name, xid)
values ('figures', pg_snapshot_xmin(pg_current_snapshot())), ('click_search', pg_snapshot_xmin(pg_current_snapshot()));
--> statement-breakpoint
insert into click_search (id, click_id) select id, click_id from clicks;
--> statement-breakpoint
create index click_search_trigrams on click_search using gin (click_id gin_trgm_ops);
--> statement-breakpoint
alter table click_search add constraint click_search_id_clicks_id_fk foreign key (id) references clicks(id)
  on delete cascade;
--> statement-breakpoint
alter table spins alter column spun_at set default now();
--> statement-breakpoint
alter table spins alter column spun_at set not null;
--> statement-breakpoint
alter table completions alter column odds_version set not null;
--> statement-breakpoint
alter table completions alter column seed set not null;
--> statement-breakpoint
alter table completions alter column commitment set not null;
--> statement-breakpoint
alter table completions drop column status;
--> statement-breakpoint
alter table completions drop column reversed_at;
--> statement-breakpoint
alter table users drop column last_activity_at;
--> statement-breakpoint
alter table conversion_days drop column shard;
--> statement-breakpoint
alter table offer_days drop column shard;
--> statement-breakpoint
alter table offers drop column odds;
--> statement-breakpoint
alter table spins drop column seed;
--> statement-breakpoint
alter table spins drop column odds;
--> statement-breakpoint
alter table spins drop column outcome;
--> statement-breakpoint
alter table vouchers drop column status;
--> statement-breakpoint
alter table vouchers drop column completion_id;
--> statement-breakpoint
alter table vouchers drop column assigned_at;
--> statement-breakpoint
alter table vouchers drop column withdrawn_from;
--> statement-breakpoint
alter table conversion_days add constraint conversion_days_pkey primary key(offer_id,day,google);
--> statement-breakpoint
alter table offer_days add constraint offer_days_pkey primary key(offer_id,day);
--> statement-breakpoint
create unique index completion_events_transaction_key on completion_events (network_id,transaction_id)
  where transaction_id is not null;
--> statement-breakpoint
create index completion_events_xid_idx on completion_events (xid);
--> statement-breakpoint
create index completion_events_reversed_idx on completion_events (at,completion_id) where kind = 'reversed';
--> statement-breakpoint
create index user_provider_changes_xid_idx on user_provider_changes (xid);
--> statement-breakpoint
create unique index owed_wins_order_key on owed_wins (amount_paise,number);
--> statement-breakpoint
create unique index free_vouchers_voucher_key on free_vouchers (voucher_id);
--> statement-breakpoint
create unique index voucher_awards_turn_key on voucher_awards (completion_id,turn);
--> statement-breakpoint
create index voucher_awards_xid_idx on voucher_awards (xid);
--> statement-breakpoint
create index clicks_created_at_idx on clicks (created_at,id);
--> statement-breakpoint
create index clicks_xid_idx on clicks (xid);
--> statement-breakpoint
create index completions_xid_idx on completions (xid);
--> statement-breakpoint
create index spins_xid_idx on spins (xid);
--> statement-breakpoint
create index vouchers_used_idx on vouchers (used_at,id) where used_at is not null;
--> statement-breakpoint
create index vouchers_expired_idx on vouchers (expired_at,id) where expired_at is not null;
--> statement-breakpoint
create index vouchers_withdrawn_idx on vouchers (withdrawn_at,id) where withdrawn_at is not null;
--> statement-breakpoint
create index vouchers_stock_idx on vouchers (type,brand,amount_paise);
--> statement-breakpoint
alter table completions add constraint completions_seed check (length(commitment) = 32);
--> statement-breakpoint
alter table completions add constraint completions_client_seed_hash check (length(client_seed_hash) = 32);
--> statement-breakpoint
alter table spins add constraint spins_share check (share in ('open', 'committed', 'lost'));
--> statement-breakpoint
alter table spins add constraint spins_complete check ((roll is null) = (landing_part is null)
  and (roll is null) = (client_seed is null) and (roll is null) = (wheel_layout is null)
    and (roll is null) = (share is null) and (roll is not null or amount_paise is null));
--> statement-breakpoint
alter table spins add constraint spins_amount check (amount_paise > 0);
--> statement-breakpoint
alter table vouchers add constraint vouchers_one_end check (num_nonnulls(expired_at, used_at, withdrawn_at) < 2);
--> statement-breakpoint
alter table vouchers add constraint vouchers_withdrawn check ((withdrawn_at is null) = (withdrawn_reason is null));
--> statement-breakpoint
alter table vouchers add constraint vouchers_notice check ((notice is null or notice in ('resent',
  'replaced')) and (notice is null) = (notice_at is null)
    and (notice is not null or notice_seen_at is null) and (notice is null or (expired_at is null
      and withdrawn_at is null)));
--> statement-breakpoint
alter table completion_events add constraint completion_events_completion_id_completions_id_fk foreign key
  (completion_id) references completions(id);
--> statement-breakpoint
alter table user_provider_changes add constraint user_provider_changes_user_id_users_id_fk foreign key (user_id)
  references users(id) on delete cascade;
--> statement-breakpoint
alter table offer_odds add constraint offer_odds_offer_id_offers_id_fk foreign key (offer_id) references offers(id);
--> statement-breakpoint
alter table owed_wins add constraint owed_wins_completion_id_spins_completion_id_fk foreign key (completion_id)
  references spins(completion_id);
--> statement-breakpoint
alter table free_vouchers add constraint free_vouchers_voucher_fk foreign key (voucher_id,amount_paise)
  references vouchers(id,amount_paise);
--> statement-breakpoint
alter table voucher_awards add constraint voucher_awards_completion_id_spins_completion_id_fk foreign key
  (completion_id) references spins(completion_id);
--> statement-breakpoint
alter table voucher_awards add constraint voucher_awards_voucher_fk foreign key (voucher_id,amount_paise)
  references vouchers(id,amount_paise);
--> statement-breakpoint
alter table completions add constraint completions_odds_fk foreign key (offer_id,odds_version)
  references offer_odds(offer_id,version);
--> statement-breakpoint
drop function if exists add_conversions(bigint, boolean, integer);
--> statement-breakpoint
drop function if exists adopt_completion(bigint, jsonb, jsonb);
--> statement-breakpoint
drop function if exists completions_guard();
--> statement-breakpoint
drop function if exists count_completion(completions, integer, bigint);
--> statement-breakpoint
drop function if exists count_conversion(bigint, integer, integer, integer, bigint, bigint, bigint, bigint);
--> statement-breakpoint
drop function if exists count_offer_day(bigint, timestamptz, integer, integer, integer, integer, bigint, bigint);
--> statement-breakpoint
drop function if exists count_revenue();
--> statement-breakpoint
drop function if exists count_spin();
--> statement-breakpoint
drop function if exists count_user_anew();
--> statement-breakpoint
drop function if exists lock_stock(bigint);
--> statement-breakpoint
drop function if exists pick_voucher(bigint, bigint);
--> statement-breakpoint
drop function if exists record_click(bigint, bigint, text, text, text, text);
--> statement-breakpoint
drop function if exists settle_spin(bigint, text, integer, integer);
--> statement-breakpoint
drop function if exists spins_guard();
--> statement-breakpoint
drop function if exists take_voucher(bigint, bigint);
--> statement-breakpoint
drop function if exists apply_known(completions, jsonb, text, jsonb);
--> statement-breakpoint
drop function if exists apply_new(postbacks, jsonb, text, bytea, jsonb);
--> statement-breakpoint
drop function if exists is_click_of(completions, text);
--> statement-breakpoint
drop function if exists match_early_reversals(completions, bigint, text, jsonb);
--> statement-breakpoint
drop function if exists fill_owed(bigint);
--> statement-breakpoint
drop function if exists reward_paise_at(jsonb, integer);
