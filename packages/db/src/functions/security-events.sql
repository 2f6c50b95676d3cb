-- Security events: sign-ins, failures and refusals.

-- Writes events with their details: [{kind, realm, request_id, actor_kind, actor_id, detail, count, actor_name, ip,
-- device}]. The ids of the events follow the order of p_events.
create or replace function write_security_events(p_events jsonb) returns void language sql as $$
  with lines as materialized (
    select nextval(pg_get_serial_sequence('security_events', 'id')) as id, x.*
    from jsonb_to_recordset(p_events) as x(kind text, realm text, request_id text, actor_kind text, actor_id bigint,
      detail text, count int, actor_name text, ip text, device text)
  ), events as (
    insert into security_events (id, at, kind, realm, request_id, actor_kind, actor_id, detail, count)
    overriding system value
    select id, now(), kind, realm, request_id, actor_kind, actor_id, detail, count from lines
  )
  insert into security_event_details (event_id, at, actor_name, ip, device)
  select id, now(), actor_name, ip, device from lines
$$;
