-- The product's days are days in Indian time.

create or replace function ist_day(at timestamptz) returns date language sql immutable strict parallel safe as $$
  select (at at time zone 'Asia/Kolkata')::date
$$;

-- The moment at which a day begins in Indian time.
create or replace function ist_midnight(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'Asia/Kolkata'
$$;
