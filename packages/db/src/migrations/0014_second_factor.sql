CREATE TABLE "admin_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"admin_id" bigint,
	"expires_at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "admin_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);

--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"admin_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "admin_recovery_codes_pkey" PRIMARY KEY("admin_id","hash")
);

--> statement-breakpoint
CREATE TABLE "admin_totp" (
	"admin_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"pending" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "known_admin_browsers" (
	"admin_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_admin_browsers_pkey" PRIMARY KEY("admin_id","hash")
);

--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "admin_challenges" ADD CONSTRAINT "admin_challenges_admin_id_admins_id_fk"
	FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_passkeys" ADD CONSTRAINT "admin_passkeys_admin_id_admins_id_fk"
	FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admins_id_fk"
	FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "admin_totp" ADD CONSTRAINT "admin_totp_admin_id_admins_id_fk"
	FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "known_admin_browsers" ADD CONSTRAINT "known_admin_browsers_admin_id_admins_id_fk"
	FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "admin_challenges_expires_at_idx" ON "admin_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "admin_passkeys_admin_id_idx" ON "admin_passkeys" USING btree ("admin_id");
--> statement-breakpoint
CREATE INDEX "known_admin_browsers_last_seen_at_idx" ON "known_admin_browsers" USING btree ("last_seen_at");
--> statement-breakpoint
UPDATE "admin_sessions" SET "proved_at" = "created_at";
