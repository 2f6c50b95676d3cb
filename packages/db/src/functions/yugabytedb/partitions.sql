-- In place of the definitions of the same names, on YugabyteDB: see infra/docs/decisions/0055. Tables are whole there,
-- spread over tablets by the engine, and what is kept no longer is deleted row by row (packages/core, retention.ts).

create or replace function partitions() returns table (parent text, name text, first_at timestamptz,
  end_at timestamptz, is_default boolean)
language sql stable as $$
  select null::text, null::text, null::timestamptz, null::timestamptz, null::boolean where false
$$;

create or replace function keep_partitions_at(p_at timestamptz) returns text[] language sql as $$
  select '{}'::text[]
$$;
