-- with functions
-- The feed waits: what it copied from here on by the functions of before would lack its click, as what it copied since
-- the last migration does.
select 1 from "feed_consumers" where "name" = 'completion_rows' for update;
--> statement-breakpoint
update "completion_rows" r set "clicked_at" = k."created_at"
from "completions" c join "clicks" k on k."id" = c."click_id"
where c."id" = r."completion_id" and r."clicked_at" is null and r."completed_at" >= now() - interval '31 days';
--> statement-breakpoint
-- accepted: drops: made again with a column more by the functions that this is committed with
drop function if exists completion_rows_now();
--> statement-breakpoint
-- accepted: drops: made again with a column more by the functions that this is committed with
drop function if exists completion_rows_of_facts();
--> statement-breakpoint
CREATE TABLE "activity_hours" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"hour" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- The feed waits: of what it folded from here on the functions of before would not tell.
select 1 from "feed_consumers" where "name" = 'figures' for update;
--> statement-breakpoint
insert into "activity_hours" ("user_id", "hour")
select "user_id", date_trunc('hour', "last_activity_at", 'UTC') from "user_stats";
--> statement-breakpoint
CREATE INDEX "activity_hours_hour_idx" ON "activity_hours" USING btree ("hour");
--> statement-breakpoint
-- accepted: lock timeout: sign-ins wait for one look at the figures of users, and no longer
LOCK TABLE "user_stats" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- Who signed in or registered meanwhile.
insert into "activity_hours" ("user_id", "hour")
select "user_id", date_trunc('hour', "last_activity_at", 'UTC') from "user_stats"
where "last_activity_at" > now() - interval '1 hour'
on conflict ("user_id") do update set "hour" = excluded."hour" where "activity_hours"."hour" <> excluded."hour";
