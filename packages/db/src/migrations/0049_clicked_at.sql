ALTER TABLE "completion_rows" ADD COLUMN "clicked_at" timestamp with time zone;
