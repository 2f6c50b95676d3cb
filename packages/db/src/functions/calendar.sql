-- The product's days are days in India.

create or replace function ist_day(at timestamptz) returns date language sql immutable strict parallel safe as $$
  select (at at time zone 'Asia/Kolkata')::date
$$;
