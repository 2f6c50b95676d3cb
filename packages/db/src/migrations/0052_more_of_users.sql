-- with functions
-- As a fold does, before it changes figures of users: one waits for the other.
select 1 from "feed_consumers" where "name" = 'figures' for update;
--> statement-breakpoint
-- Null for who is there, 0 for who comes: what they have is counted afterwards, of some at a time, so that no sign-in
-- waits for all (migrate/count-users.ts). That also makes the columns NOT NULL.
ALTER TABLE "user_stats"
	ADD COLUMN "unapproved" integer,
	ADD COLUMN "lost_revenue_paise" bigint,
	ADD COLUMN "won_revenue_paise" bigint,
	ADD COLUMN "clicks" integer,
	ALTER COLUMN "unapproved" SET DEFAULT 0,
	ALTER COLUMN "lost_revenue_paise" SET DEFAULT 0,
	ALTER COLUMN "won_revenue_paise" SET DEFAULT 0,
	ALTER COLUMN "clicks" SET DEFAULT 0;
--> statement-breakpoint
-- accepted: drops: made again with more columns by the functions that this is committed with
drop function if exists user_stats_now();
--> statement-breakpoint
-- accepted: drops: made again with more columns by the functions that this is committed with
drop function if exists user_stat_changes(xid8, xid8);
