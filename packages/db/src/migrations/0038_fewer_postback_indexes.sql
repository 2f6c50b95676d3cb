DROP INDEX "postbacks_unjudged_idx";
--> statement-breakpoint
DROP INDEX "postbacks_unknown_network_idx";
--> statement-breakpoint
DROP INDEX "postbacks_refused_idx";
