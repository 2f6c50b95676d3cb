-- In place of the definitions of the same names, on YugabyteDB: see infra/docs/decisions/0053.

-- Whether there are facts that a consumer has not read. It begins a new epoch first, in a transaction that nobody waits
-- for: infra/ops/yugabytedb/transactions.sql.
create or replace function feed_waits(p_consumer text) returns boolean language plpgsql as $$
begin
  perform turn();
  return (
    select coalesce(greatest(
      (select xid from clicks order by xid desc limit 1),
      (select xid from completions order by xid desc limit 1),
      (select xid from completion_events order by xid desc limit 1),
      (select xid from spins order by xid desc limit 1),
      (select xid from voucher_awards order by xid desc limit 1),
      (select xid from user_provider_changes order by xid desc limit 1),
      (select xid from payments order by xid desc limit 1),
      (select xid from payment_events order by xid desc limit 1),
      (select xid from happenings order by xid desc limit 1)) >= f.xid, false)
    from feed_consumers f where f.name = p_consumer);
end $$;

-- Beyond every transaction: numbers of transactions are no more than bigint there.
create or replace function last_xid() returns xid8 language sql immutable as $$
  select '9223372036854775807'::xid8
$$;
