-- Transaction ids that SQL can read, for an engine that has none.
--
-- On PostgreSQL, each row for the change feed has the id of its transaction, and the feed reads up to the oldest
-- transaction that still runs (infra/docs/decisions/0007). YugabyteDB "does not support xid"
-- (https://github.com/yugabyte/yugabyte-db/issues/15638). This schema has the type and the functions that our SQL uses,
-- by the same names. The database's search path has `engine` before `pg_catalog`, so no other SQL has to change. This
-- schema uses only rows and row locks, so the tests can run it on PostgreSQL.
--
-- Time is cut into epochs, numbered upwards. A transaction that writes a row for the feed holds a share lock on the row
-- of the newest epoch until the transaction ends, and the transaction's number is greater than the epoch's. An epoch's
-- row is deleted when no transaction holds a lock on it and a newer epoch exists. So all transactions with numbers
-- below the oldest remaining epoch have ended, and no new transaction gets such a number.

create schema engine;

create domain engine.xid8 as bigint;
create domain engine.pg_snapshot as bigint;

-- Numbers of transactions and of epochs.
create sequence engine.numbers;

-- Each epoch has sixteen rows (lanes), so that not all transactions lock the same row.
create table engine.epochs (
  lane integer not null,
  number bigint not null,
  primary key (lane, number)
);
insert into engine.epochs (lane, number) select lane, nextval('engine.numbers') from generate_series(0, 15) lane;

-- A single row. The transaction that locks this row begins and ends epochs. With turns_at_once, for tests, one call
-- begins an epoch and ends the previous epoch; otherwise the next call ends the previous epoch.
create table engine.gate (
  id boolean primary key default true check (id),
  turns_at_once boolean not null default false
);
insert into engine.gate default values;

-- The number of this transaction, the same for every call.
create function engine.pg_current_xact_id() returns engine.xid8 language plpgsql as $$
declare
  v_epoch bigint;
  v_number bigint;
begin
  if coalesce(current_setting('engine.number', true), '') <> '' then
    return current_setting('engine.number')::bigint;
  end if;
  loop
    -- If the epoch ended while this waited for its row, the row is gone: look again.
    select number into v_epoch from engine.epochs
    where lane = pg_backend_pid() % 16 order by number desc limit 1 for share;
    exit when found;
  end loop;
  loop
    -- A connection may have numbers left that it took from the sequence before the epoch began.
    v_number := nextval('engine.numbers');
    exit when v_number > v_epoch;
  end loop;
  -- Valid until the transaction ends. Rolling back a savepoint undoes it together with the lock.
  perform set_config('engine.number', v_number::text, true);
  return v_number;
end $$;

-- Ends the epochs that no transaction locks, except the newest of each lane.
create function engine.end_free() returns void language plpgsql as $$
begin
  delete from engine.epochs e using (
    select o.lane, o.number from engine.epochs o
    where exists (select from engine.epochs n where n.lane = o.lane and n.number > o.number)
    for update skip locked
  ) free
  where e.lane = free.lane and e.number = free.number;
end $$;

-- Begins an epoch and ends the older epochs that no transaction locks. Other transactions see the new epoch after this
-- transaction has ended.
create function engine.turn() returns void language plpgsql as $$
declare
  v_number bigint;
  v_last bigint;
begin
  -- One transaction at a time does this; others try again later.
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

-- The watermark: every transaction with a lower number has ended. The caller's own number is never lower. Begins an
-- epoch once per transaction, so that a call in a later transaction can end the previous epoch.
create function engine.pg_current_snapshot() returns engine.pg_snapshot language plpgsql as $$
begin
  if current_setting('transaction_read_only') = 'off' and coalesce(current_setting('engine.turned', true), '') = '' then
    perform set_config('engine.turned', 'yes', true), engine.turn();
    if (select turns_at_once from engine.gate) then
      perform engine.end_free();
    end if;
  end if;
  return least((select min(number) from engine.epochs), nullif(current_setting('engine.number', true), '')::bigint);
end $$;

create function engine.pg_snapshot_xmin(p_snapshot engine.pg_snapshot) returns engine.xid8 language sql immutable as $$
  select p_snapshot::engine.xid8
$$;

-- A number above every number that was issued.
create function engine.pg_snapshot_xmax(p_snapshot engine.pg_snapshot) returns engine.xid8 language sql as $$
  select (last_value + 1)::engine.xid8 from engine.numbers
$$;

-- Continues above the numbers of rows that were loaded from another server. Returns the last number.
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
