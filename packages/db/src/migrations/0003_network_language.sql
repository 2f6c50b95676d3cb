CREATE TABLE "network_users" (
	"network_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_users_pkey" PRIMARY KEY("network_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "forged_calls" (
	"network_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" bigint NOT NULL,
	"kept" bigint NOT NULL,
	CONSTRAINT "forged_calls_pkey" PRIMARY KEY("network_id","hour","ip")
);
--> statement-breakpoint
ALTER TABLE "feed_offers" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "link_signing" jsonb;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "rates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "call_timestamp" jsonb;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "public_keys" jsonb;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "feed_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "feed_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "feed_error" text;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forged_calls" ADD CONSTRAINT "forged_calls_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_users_external_key" ON "network_users" USING btree ("network_id","external_id");--> statement-breakpoint
CREATE INDEX "network_users_user_idx" ON "network_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "forged_calls_hour_idx" ON "forged_calls" USING btree ("hour");--> statement-breakpoint
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