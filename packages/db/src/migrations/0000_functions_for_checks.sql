-- Used by check constraints, so they come before the tables.

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
-- What a roll wins, in paise; null for 'Try Again' and for a spin that has no roll yet. The same walk as rewardAt in
-- contracts/odds.ts: the draw is made there, and this refuses to store a different one.
create function reward_paise_at(odds jsonb, roll integer) returns bigint language plpgsql immutable strict parallel safe as $$
declare
  reward jsonb;
  upto integer := 0;
begin
  for reward in select value from jsonb_array_elements(odds) with ordinality order by ordinality loop
    upto := upto + (reward ->> 'tenths')::integer;
    if roll < upto then
      return (reward ->> 'amount')::bigint * 100;
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- The calendar day in India.
create function ist_day(at timestamptz) returns date language sql immutable strict parallel safe as $$
  select (at at time zone 'Asia/Kolkata')::date
$$;
