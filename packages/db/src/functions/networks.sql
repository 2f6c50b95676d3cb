-- Networks: what is deleted when it is old.

-- Deletes what is of no use any more, up to p_most rows of a kind, so that its locks are short:
-- postbacks to addresses at which there is no network, after 14 days;
-- forged postbacks and calls that no network would send, after 90 days;
-- reports of conformance tests, but for the newest 50 of each network, and after a year but for the newest.
-- What had an effect, what waits, and what was ever judged again stays.
create or replace function delete_old_network_records(p_most int) returns void language plpgsql as $$
begin
  delete from postbacks where id in (
    select id from postbacks where network_id is null and received_at < now() - interval '14 days' limit p_most);
  delete from postbacks where id in (
    select p.id from postbacks p
    where p.outcome = 'refused' and p.received_at < now() - interval '90 days' and p.completion_id is null
      and (p.cut_from is not null
        or p.reason in ('Signature not valid', 'Caller address not allowed', 'Method not allowed',
          'The network is not active'))
      and not exists (select 1 from postback_judgements j where j.postback_id = p.id)
    limit p_most);
  delete from conformance_runs where id in (
    select id from (
      select id, at, row_number() over (partition by network_id order by at desc, id desc) as place
      from conformance_runs
    ) placed
    where place > 50 or (place > 1 and at < now() - interval '1 year') limit p_most);
end $$;
