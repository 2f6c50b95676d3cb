-- with functions
-- Messages become partitioned by month. What is there stays where it is, in the partition messages_history, whose check
-- says that it fits: no row is read or written. In one transaction with the functions that know the new key: those of
-- before name the columns of the old one in their conflicts, and claim rows of the old table.
-- accepted: drops: the functions that are applied in this transaction bring it back, with rows of the new table
DROP FUNCTION IF EXISTS "claim_messages"(integer, integer, text);
--> statement-breakpoint
-- accepted: drops: a table of that name, with what is in this one, is there again at the end of this transaction
ALTER TABLE "messages" RENAME TO "messages_history";
--> statement-breakpoint
-- Its sequence goes with it; the new table's begins after the last number.
ALTER TABLE "messages_history" ALTER COLUMN "id" DROP IDENTITY;
--> statement-breakpoint
ALTER TABLE "messages_history" DROP CONSTRAINT "messages_pkey";
--> statement-breakpoint
-- accepted: blocking index: of the catalogue alone; the table is locked until the end of this transaction anyway
DROP INDEX "messages_fact_key";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "messages_due_idx" RENAME TO "messages_history_due_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "messages_user_id_idx" RENAME TO "messages_history_user_id_idx";
--> statement-breakpoint
-- accepted: drops: nobody names an index, and the new table has one of that name
ALTER INDEX "messages_created_at_idx" RENAME TO "messages_history_created_at_idx";
--> statement-breakpoint
ALTER TABLE "messages_history"
	ADD CONSTRAINT "messages_history_pkey" PRIMARY KEY USING INDEX "messages_history_pkey";
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY
		(sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date DEFAULT (date_trunc('month', now() at time zone 'UTC'))::date NOT NULL,
	"kind" text NOT NULL,
	"channel" text DEFAULT 'mail' NOT NULL,
	"fact_key" text NOT NULL,
	"user_id" bigint,
	"recipient" text NOT NULL,
	"subscription_id" bigint,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sealed" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"message_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "messages_pkey" PRIMARY KEY ("id", "month"),
	CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('mail', 'push')),
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('queued', 'sent', 'failed', 'suppressed')),
	CONSTRAINT "messages_settled" CHECK (("messages"."status" = 'queued') = ("messages"."settled_at" is null))
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_fact_key" ON "messages" USING btree ("kind","fact_key","recipient","month");
--> statement-breakpoint
CREATE INDEX "messages_due_idx" ON "messages" USING btree ("due_at") WHERE status = 'queued';
--> statement-breakpoint
CREATE INDEX "messages_user_id_idx" ON "messages" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "messages_created_at_idx" ON "messages" USING btree ("created_at","id");
--> statement-breakpoint
-- There are months from the present one on alone: see keep_partitions.
ALTER TABLE "messages" ATTACH PARTITION "messages_history" FOR VALUES FROM (MINVALUE) TO ('2000-01-01');
--> statement-breakpoint
-- An insert never fails because a month was not made: see functions/partitions.sql.
CREATE TABLE "messages_default" PARTITION OF "messages" DEFAULT;
--> statement-breakpoint
do $$
declare
  v_grant record;
begin
  execute format('alter table messages alter column id restart with %s',
    (select coalesce(max(id), 0) + 1 from messages_history));
  -- Whoever may write the table goes on without a pause.
  for v_grant in
    select string_agg(a.privilege_type, ', ') as rights, a.grantee::regrole as role
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = 'messages_history'::regclass and a.grantee not in (0, c.relowner) group by a.grantee
  loop
    execute format('grant %s on messages to %s', v_grant.rights, v_grant.role);
  end loop;
end $$;
