-- Days of the product are days in India.

-- The calendar day in India at an instant.
create or replace function ist_day(at timestamptz) returns date language sql immutable strict parallel safe as $$
  select (at at time zone 'Asia/Kolkata')::date
$$;
