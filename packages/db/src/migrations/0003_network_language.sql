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
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_network_id_networks_id_fk" FOREIGN KEY ("network_id")
  REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES
  "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forged_calls" ADD CONSTRAINT "forged_calls_network_id_networks_id_fk" FOREIGN KEY ("network_id")
  REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "network_users_external_key" ON "network_users" USING btree ("network_id","external_id");
--> statement-breakpoint
CREATE INDEX "network_users_user_idx" ON "network_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "forged_calls_hour_idx" ON "forged_calls" USING btree ("hour");