ALTER TABLE "completion_rows" ADD COLUMN "approved" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "completion_rows" ADD COLUMN "reversed" boolean DEFAULT false NOT NULL;
