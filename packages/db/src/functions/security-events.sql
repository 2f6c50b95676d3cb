-- What happened at the doors of the product.

-- Writes events, each with its details: [{kind, realm, request_id, actor_kind, actor_id, detail, count, actor_name, ip,
-- device}].
create or replace function write_security_events(p_events jsonb) returns void language plpgsql as $$
declare
  e record;
  v_id bigint;
  v_at timestamptz;
begin
  for e in select * from jsonb_to_recordset(p_events) as x(kind text, realm text, request_id text, actor_kind text,
    actor_id bigint, detail text, count int, actor_name text, ip text, device text)
  loop
    insert into security_events (kind, realm, request_id, actor_kind, actor_id, detail, count)
    values (e.kind, e.realm, e.request_id, e.actor_kind, e.actor_id, e.detail, e.count)
    returning id, at into v_id, v_at;
    insert into security_event_details (event_id, at, actor_name, ip, device)
    values (v_id, v_at, e.actor_name, e.ip, e.device);
  end loop;
end $$;
