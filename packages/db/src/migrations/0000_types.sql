-- What the tables of 0001_tables.sql are made of. Functions, triggers and views are in ../functions.

-- For the indexes of trigrams. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- A text as searches compare it: without accents and nuktas, in lower case, with single blanks. So "zoe" finds "Zoë".
-- An index calls it, and user_search stores its results: a change is a new function and new rows.
create function search_text(value text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(lower(regexp_replace(normalize(value, nfd),
    '[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u200c\u200d]', '', 'g')), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
-- The functions that check constraints call are immutable: a constraint is not checked again for existing rows when its
-- function changes. So a change is a new function and a new constraint.

-- Odds are 1 to 5 rewards of whole rupees and whole tenths of a percent, together below 100 %.
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
      or jsonb_typeof(reward -> 'tenths') is distinct from 'number' then
      return false;
    end if;
    if (reward ->> 'amount')::numeric < 1 or (reward ->> 'amount')::numeric % 1 <> 0
      or (reward ->> 'tenths')::numeric not between 0 and 990 or (reward ->> 'tenths')::numeric % 1 <> 0 then
      return false;
    end if;
    total := total + (reward ->> 'tenths')::numeric;
  end loop;
  return total < 1000;
end $$;
--> statement-breakpoint
-- Domains check values in place of table checks, which each insert parses and plans again
-- (infra/docs/decisions/0005).
create domain roll_number as integer check (value between 0 and 999);
--> statement-breakpoint
create domain positive_paise as bigint check (value > 0);
--> statement-breakpoint
create domain positive_smallint as smallint check (value > 0);
--> statement-breakpoint
create domain client_share_kind as text check (value in ('open', 'committed', 'lost'));
--> statement-breakpoint
-- What one call of a network says, as readPostback of packages/core reads it. outcome is null where the database
-- decides; else the call and the network's settings alone decide it: 'refused', 'parked' or 'ignored'.
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
  call_hash bigint
);
--> statement-breakpoint
-- A call as it came, with its verdict and the seed of the draw that it may earn (see get_sealed_seed). retry_key is
-- drawn for each call, and is the same when the call is run again.
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
-- The outcome of judging a call. is_changed: it added to the facts.
create type postback_result as (
  outcome text,
  reason text,
  alert text,
  is_changed boolean,
  completion_id bigint
);
--> statement-breakpoint
-- Sums of an aggregate of figures, by its own keys; the other keys are null: see functions/figures.sql.
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
  -- What the completions won, whenever they were spun.
  won_paise bigint,
  spins bigint,
  wins bigint,
  -- What the spins won, of whichever completions.
  prize_paise bigint,
  last_completion_at timestamptz,
  last_activity_at timestamptz
);
