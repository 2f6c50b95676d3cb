CREATE TABLE "held_spins" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_spins" ADD CONSTRAINT "held_spins_completion_id_completions_id_fk" FOREIGN KEY ("completion_id")
  REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_spins_due_idx" ON "held_spins" USING btree ("held_until");
--> statement-breakpoint
-- What is held now is told when its hold ends, which is yet to come.
INSERT INTO "held_spins" ("completion_id", "held_until")
SELECT c."id", coalesce(e."held_until", c."held_until")
FROM "completions" c
LEFT JOIN "completion_events" e ON e."completion_id" = c."id" AND e."kind" = 'approved'
WHERE coalesce(e."held_until", c."held_until") > now()
  AND NOT EXISTS (SELECT 1 FROM "spins" s WHERE s."completion_id" = c."id");
--> statement-breakpoint
-- What happened before is not told: the consumer reads from here on.
INSERT INTO "feed_consumers" ("name", "xid") VALUES ('messages', pg_snapshot_xmin(pg_current_snapshot()));
