-- Networks: deletion of old records.

-- Deletes old records, up to p_most rows of each kind, so that locks are short:
-- postbacks to URLs of no network, after p_unknown_days;
-- postbacks that were refused for their signature, caller IP address, method or length, or because the network was not
-- active, after p_refused_days;
-- test reports of a network: all but the newest 50, and after p_report_days all but the newest.
-- Keeps a network's postbacks if they had an effect, are parked, or were judged again. Returns the largest of the three
-- numbers of deleted rows. If it is p_most, more rows may be left: call again.
create or replace function delete_old_network_records(p_unknown_days int, p_refused_days int, p_report_days int,
  p_most int)
returns int language plpgsql as $$
declare
  v_gone int;
  v_most int;
begin
  delete from postbacks where id in (
    select id from postbacks
    where network_id is null and received_at < now() - make_interval(days => p_unknown_days) limit p_most);
  get diagnostics v_most = row_count;
  delete from postbacks where id in (
    select p.id from postbacks p
    where p.outcome = 'refused' and p.received_at < now() - make_interval(days => p_refused_days)
      and p.completion_id is null
      and (p.truncated_from_bytes is not null
        or p.reason in ('Signature not valid', 'Caller address not allowed', 'Method not allowed',
          'The network is not active'))
      and not exists (select 1 from postback_judgements j where j.postback_id = p.id)
    limit p_most);
  get diagnostics v_gone = row_count;
  v_most := greatest(v_most, v_gone);
  delete from network_test_runs where id in (
    select id from (
      select id, at, row_number() over (partition by network_id order by at desc, id desc) as place
      from network_test_runs
    ) placed
    where place > 50 or (place > 1 and at < now() - make_interval(days => p_report_days)) limit p_most);
  get diagnostics v_gone = row_count;
  return greatest(v_most, v_gone);
end $$;
