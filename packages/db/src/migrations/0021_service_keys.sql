ALTER TABLE "api_keys" ALTER COLUMN "scope" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[];
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "held_by" bigint;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "addresses" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_ip" text;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_held_by_admins_id_fk"
	FOREIGN KEY ("held_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_reach"
	CHECK (("api_keys"."scope" is null) <> ("api_keys"."scopes" is null));
