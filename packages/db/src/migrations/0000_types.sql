-- Types and functions that the tables of 0001_tables.sql use. Functions, triggers and views are in ../functions.

-- For trigram indexes. A trusted extension: the database owner may create it.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- Normalises text for searches: without accents and nuktas, lower case, single blanks, so "zoe" finds "Zoë". An index
-- calls it and user_search stores its results: to change it, add a new function and rebuild the rows.
create function search_text(value text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(lower(regexp_replace(normalize(value, nfd),
    '[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u200c\u200d]', '', 'g')), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Functions of check constraints are immutable: a change does not recheck existing rows. To change one, add a new
-- function and a new constraint.

-- Valid odds: 1 to 5 rewards of whole rupees and whole tenths of a percent, in total below 100 %.
create function odds_valid(odds jsonb) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  reward jsonb;
  total numeric := 0;
begin
  if jsonb_typeof(odds) <> 'array' or jsonb_array_length(odds) not between 1 and 5 then
    return false;
  end if;
  for reward in select * from jsonb_array_elements(odds) loop
    if jsonb_typeof(reward -> 'amount') is distinct from 'number'
      or jsonb_typeof(reward -> 'permille') is distinct from 'number' then
      return false;
    end if;
    if (reward ->> 'amount')::numeric < 1 or (reward ->> 'amount')::numeric % 1 <> 0
      or (reward ->> 'permille')::numeric not between 0 and 990 or (reward ->> 'permille')::numeric % 1 <> 0 then
      return false;
    end if;
    total := total + (reward ->> 'permille')::numeric;
  end loop;
  return total < 1000;
end $$;
--> statement-breakpoint
-- Domains replace table checks, which each insert parses and plans again (infra/docs/decisions/0005).
create domain roll_number as integer check (value between 0 and 999);
--> statement-breakpoint
create domain positive_paise as bigint check (value > 0);
--> statement-breakpoint
create domain positive_smallint as smallint check (value > 0);
--> statement-breakpoint
create domain client_seed_status as text check (value in ('open', 'committed', 'lost'));
--> statement-breakpoint
-- A network's call as readPostback of packages/core reads it. outcome: null if the database decides; 'refused',
-- 'parked' or 'ignored' if the call and the settings decide alone.
create type postback_verdict as (
  outcome text,
  reason text,
  alert text,
  kind text,
  click_id text,
  transaction_id text,
  goal_id text,
  reversal_id text,
  payout_micros bigint,
  payout_paise bigint,
  currency text,
  rate_micros bigint,
  hold_seconds integer,
  unsigned boolean,
  click_window_seconds integer,
  payout_ceiling_paise bigint,
  payout_ratio integer,
  call_hash bigint
);
--> statement-breakpoint
-- A received call with its verdict and the seed of a possible draw (see get_sealed_seed). retry_key is random per call
-- and the same in a retry.
create type postback_call as (
  network_id bigint,
  slug text,
  retry_key text,
  method text,
  raw_url text,
  raw_query text,
  raw_body text,
  body_encoding text,
  truncated_from_bytes bigint,
  content_type text,
  headers jsonb,
  ip text,
  verdict postback_verdict,
  seed bytea
);
--> statement-breakpoint
-- The outcome of judging a call. is_changed: it added facts.
create type postback_result as (
  outcome text,
  reason text,
  alert text,
  is_changed boolean,
  completion_id bigint
);
--> statement-breakpoint
-- Sums of one aggregate of figures, by its keys; other keys are null: see functions/figures.sql.
create type figure_sum as (
  aggregate text,
  offer_id bigint,
  day date,
  google boolean,
  user_id bigint,
  clicks bigint,
  completions bigint,
  approved bigint,
  lost bigint,
  won bigint,
  revenue_paise bigint,
  lost_revenue_paise bigint,
  won_revenue_paise bigint,
  -- Winnings of the counted completions, whenever they were spun.
  won_paise bigint,
  spins bigint,
  wins bigint,
  -- Winnings of the counted spins, of any completion.
  prize_paise bigint,
  last_completion_at timestamptz,
  last_activity_at timestamptz
);
