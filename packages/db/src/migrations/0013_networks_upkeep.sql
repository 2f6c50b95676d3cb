-- Calls that are too long to be kept whole, calls to addresses without a network, and letting go of what is old.

alter table postbacks add column cut_from bigint;
--> statement-breakpoint
-- What strangers may still leave behind; what is let go of after a while.
create index postbacks_strangers_idx on postbacks using btree (received_at) where network_id is null;
--> statement-breakpoint
create index postbacks_refused_idx on postbacks using btree (received_at) where outcome = 'refused';
--> statement-breakpoint
-- One caller has one address, whichever kind of socket he came by.
update postbacks set ip = substring(ip from 8) where ip ~ '^::ffff:\d+\.\d+\.\d+\.\d+$';
--> statement-breakpoint
-- Deletes what is of no use any more, up to p_most rows of a kind at a time, so that nobody waits long for its locks:
-- calls to addresses at which there is no network, after 14 days; forged calls and what was not one of a network's,
-- after 90; reports of tests, all but the newest 50 of each network, and after a year all but the newest.
-- What had an effect, what waits, and what was ever judged anew stays.
create function delete_old_network_records(p_most int) returns void language plpgsql as $$
begin
  delete from postbacks where id in (
    select id from postbacks where network_id is null and received_at < now() - interval '14 days' limit p_most);
  delete from postbacks where id in (
    select p.id from postbacks p
    where p.outcome = 'refused' and p.received_at < now() - interval '90 days' and p.completion_id is null
      and (p.cut_from is not null
        or p.reason in ('Signature not valid', 'Caller address not allowed', 'Method not allowed', 'The network is not active'))
      and not exists (select 1 from postback_judgements j where j.postback_id = p.id)
    limit p_most);
  delete from conformance_runs where id in (
    select id from (
      select id, at, row_number() over (partition by network_id order by at desc, id desc) as place from conformance_runs
    ) placed
    where place > 50 or (place > 1 and at < now() - interval '1 year') limit p_most);
end $$;
