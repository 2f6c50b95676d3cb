-- concurrently
-- Of each outcome, and of calls without a network, postbacks_outcome_idx and postbacks_network_idx find the rows, too.
DROP INDEX CONCURRENTLY IF EXISTS "postbacks_unjudged_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "postbacks_unknown_network_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "postbacks_refused_idx";
