-- Transactions that can be put in an order, on an engine that has no transaction ids to be read.
--
-- PostgreSQL gives each fact the id of its transaction, and the feed reads up to the oldest that still runs
-- (infra/docs/decisions/0030). YugabyteDB answers 'does not support xid'. Here are the type and the functions that our
-- SQL uses of PostgreSQL's, by the same names: the database's search path has `engine` before `pg_catalog`, so no line
-- of ours is another one. They use rows and row locks alone, and so run on PostgreSQL, too, where the tests run them.
--
-- The idea: time is cut into epochs, numbered upwards. A transaction that writes a fact holds a share lock on the row
-- of the newest epoch until it ends, and its number is greater than the epoch's. An epoch's row goes once nobody holds
-- it and there is a newer one. So whatever is below the least number of a row has ended, and nothing below it will
-- appear any more.

create schema engine;

create domain engine.xid8 as bigint;
create domain engine.pg_snapshot as bigint;

-- Numbers of transactions and of epochs.
create sequence engine.numbers;

-- Sixteen lanes, so that not all transactions lock one row.
create table engine.epochs (
  lane integer not null,
  number bigint not null,
  primary key (lane, number)
);
insert into engine.epochs (lane, number) select lane, nextval('engine.numbers') from generate_series(0, 15) lane;

-- One row: who holds it begins and ends epochs. At once: where one call does what two should, as in tests.
create table engine.gate (
  id boolean primary key default true check (id),
  turns_at_once boolean not null default false
);
insert into engine.gate default values;

-- The number of this transaction, the same however often it is asked for.
create function engine.pg_current_xact_id() returns engine.xid8 language plpgsql as $$
declare
  v_epoch bigint;
  v_number bigint;
begin
  if coalesce(current_setting('engine.number', true), '') <> '' then
    return current_setting('engine.number')::bigint;
  end if;
  loop
    -- Whoever waits here for one that ends finds it gone, and looks again.
    select number into v_epoch from engine.epochs
    where lane = pg_backend_pid() % 16 order by number desc limit 1 for share;
    exit when found;
  end loop;
  loop
    -- A connection may have numbers left that it took from the sequence before the epoch began.
    v_number := nextval('engine.numbers');
    exit when v_number > v_epoch;
  end loop;
  -- Until the transaction ends; undone with the lock where a savepoint is rolled back.
  perform set_config('engine.number', v_number::text, true);
  return v_number;
end $$;

-- Ends the epochs that nobody holds, but for the newest of each lane.
create function engine.end_free() returns void language plpgsql as $$
begin
  delete from engine.epochs e using (
    select o.lane, o.number from engine.epochs o
    where exists (select from engine.epochs n where n.lane = o.lane and n.number > o.number)
    for update skip locked
  ) free
  where e.lane = free.lane and e.number = free.number;
end $$;

-- Begins an epoch and ends those that nobody holds. Whoever comes while it is not committed waits for it, so it is a
-- transaction of its own: feed_waits() calls it, each second.
create function engine.turn() returns void language plpgsql as $$
declare
  v_number bigint;
  v_last bigint;
begin
  -- One at a time; the others come again in a second.
  perform 1 from engine.gate for update skip locked;
  if not found then
    return;
  end if;
  perform engine.end_free();
  select max(number) into v_last from engine.epochs;
  loop
    v_number := nextval('engine.numbers');
    exit when v_number > v_last;
  end loop;
  insert into engine.epochs (lane, number) select lane, v_number from generate_series(0, 15) lane;
end $$;

-- Below it everything has ended; this transaction has not.
create function engine.pg_current_snapshot() returns engine.pg_snapshot language plpgsql as $$
begin
  if (select turns_at_once from engine.gate) then
    perform engine.turn();
    perform engine.end_free();
  end if;
  return least((select min(number) from engine.epochs), nullif(current_setting('engine.number', true), '')::bigint);
end $$;

create function engine.pg_snapshot_xmin(p_snapshot engine.pg_snapshot) returns engine.xid8 language sql immutable as $$
  select p_snapshot::engine.xid8
$$;

-- Above every number that was given out.
create function engine.pg_snapshot_xmax(p_snapshot engine.pg_snapshot) returns engine.xid8 language sql as $$
  select (last_value + 1)::engine.xid8 from engine.numbers
$$;

-- After rows of another server were loaded: goes on above their numbers. Answers from where.
create function engine.go_on_after(p_number bigint) returns bigint language plpgsql as $$
begin
  perform setval('engine.numbers', greatest(p_number, (select last_value from engine.numbers)) + 1);
  delete from engine.epochs;
  insert into engine.epochs (lane, number) select lane, nextval('engine.numbers') from generate_series(0, 15) lane;
  return (select last_value from engine.numbers);
end $$;

grant usage on schema engine to public;
grant select, insert, update, delete on engine.epochs, engine.gate to public;
grant usage, select on sequence engine.numbers to public;
