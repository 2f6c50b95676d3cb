-- Of offers of one network that share an id the newer ones get a suffix, and a line in the log.
do $$
declare
  d record;
  n int;
begin
  for d in
    select id, network_id, external_offer_id from (
      select o.*, row_number() over (partition by coalesce(network_id, 0), external_offer_id order by id) as nth
      from offers o
    ) numbered where nth > 1 order by id
  loop
    n := 2;
    while exists (
      select 1 from offers where coalesce(network_id, 0) = coalesce(d.network_id, 0)
        and external_offer_id = d.external_offer_id || ' (' || n || ')'
    ) loop
      n := n + 1;
    end loop;
    update offers set external_offer_id = d.external_offer_id || ' (' || n || ')', updated_at = now() where id = d.id;
    insert into audit_log (actor_kind, actor_name, action, subject, before, after, note)
    values ('system', 'update', 'offers.update', d.id::text,
      jsonb_build_object('externalOfferId', d.external_offer_id),
      jsonb_build_object('externalOfferId', d.external_offer_id || ' (' || n || ')'),
      'Another offer of its network has the same external id');
  end loop;
end $$;
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_external_key" ON "offers" USING btree (coalesce("network_id", 0),"external_offer_id");