-- Security events and their details become partitioned by month. What is there stays where it is, in the partitions
-- security_events_history and security_event_details_history, which reach to the end of this month: no row is copied.
-- The details of before get -infinity as their moment, which no row is rewritten for either. Under the lock the keys
-- are built anew and the moments are read once; the one writer is the trail, which keeps what it could not write.
ALTER TABLE "security_event_details" DROP CONSTRAINT "security_event_details_event_id_security_events_id_fk";
--> statement-breakpoint
ALTER TABLE "security_event_details" ADD COLUMN "at" timestamp with time zone DEFAULT '-infinity' NOT NULL;
--> statement-breakpoint
ALTER TABLE "security_event_details" ALTER COLUMN "at" SET DEFAULT now();
--> statement-breakpoint
-- accepted: drops: a table of that name, with what is in this one, is there again at the end of this transaction
ALTER TABLE "security_events" RENAME TO "security_events_history";
--> statement-breakpoint
-- accepted: drops: a table of that name, with what is in this one, is there again at the end of this transaction
ALTER TABLE "security_event_details" RENAME TO "security_event_details_history";
--> statement-breakpoint
-- Its sequence goes with it; the new table's begins after the last number.
ALTER TABLE "security_events_history" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "security_events_history" DROP CONSTRAINT "security_events_pkey";
--> statement-breakpoint
ALTER TABLE "security_event_details_history" DROP CONSTRAINT "security_event_details_pkey";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "security_events_at_idx" RENAME TO "security_events_history_at_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "security_events_kind_idx" RENAME TO "security_events_history_kind_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "security_events_actor_idx" RENAME TO "security_events_history_actor_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "security_event_details_ip_idx" RENAME TO "security_event_details_history_ip_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "security_event_details_name_idx" RENAME TO "security_event_details_history_name_idx";
--> statement-breakpoint
-- accepted: blocking index: the one writer is the trail, which keeps what it could not write and tries again
ALTER TABLE "security_events_history" ADD CONSTRAINT "security_events_history_pkey" PRIMARY KEY ("id", "at");
--> statement-breakpoint
-- accepted: blocking index: the one writer is the trail, which keeps what it could not write and tries again
ALTER TABLE "security_event_details_history"
	ADD CONSTRAINT "security_event_details_history_pkey" PRIMARY KEY ("event_id", "at");
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY
		(sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"realm" text NOT NULL,
	"request_id" text,
	"actor_kind" text,
	"actor_id" bigint,
	"detail" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_pkey" PRIMARY KEY ("id", "at"),
	CONSTRAINT "security_events_realm" CHECK ("security_events"."realm" in ('user', 'admin')),
	CONSTRAINT "security_events_count" CHECK ("security_events"."count" > 0)
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "security_event_details" (
	"event_id" bigint NOT NULL,
	"actor_name" text,
	"ip" text,
	"device" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_event_details_pkey" PRIMARY KEY ("event_id", "at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at", "id");
--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind", "at", "id");
--> statement-breakpoint
CREATE INDEX "security_events_actor_idx" ON "security_events" USING btree ("actor_kind", "actor_id", "at");
--> statement-breakpoint
CREATE INDEX "security_event_details_ip_idx" ON "security_event_details" USING btree ("ip");
--> statement-breakpoint
CREATE INDEX "security_event_details_name_idx" ON "security_event_details" USING btree ("actor_name");
--> statement-breakpoint
do $$
declare
  -- The first moment of the month after the newest row, and after now.
  v_end timestamptz := (date_trunc('month',
    greatest(now(), (select max(at) from security_events_history)) at time zone 'UTC') + interval '1 month')
    at time zone 'UTC';
  v_next bigint := (select coalesce(max(id), 0) + 1 from security_events_history);
begin
  execute format('alter table security_events attach partition security_events_history
    for values from (minvalue) to (%L)', v_end);
  execute format('alter table security_event_details attach partition security_event_details_history
    for values from (minvalue) to (%L)', v_end);
  execute format('alter table security_events alter column id restart with %s', v_next);
end $$;
--> statement-breakpoint
-- An insert never fails because a month was not made: see functions/partitions.sql.
CREATE TABLE "security_events_default" PARTITION OF "security_events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "security_event_details_default" PARTITION OF "security_event_details" DEFAULT;
--> statement-breakpoint
insert into named_locks (name) values ('partitions');
