CREATE TABLE "idempotency_keys" (
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"status" integer,
	"answer" text,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("principal","key"),
	CONSTRAINT "idempotency_keys_answered" CHECK (("idempotency_keys"."status" is null) = ("idempotency_keys"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN "source" text DEFAULT 'network' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registration_user_agent" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "withdrawn_from" bigint;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "notice_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "notice_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("admin_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_default_key" ON "saved_views" USING btree ("admin_id","list") WHERE "saved_views"."is_default";--> statement-breakpoint
CREATE INDEX "saved_views_admin_id_idx" ON "saved_views" USING btree ("admin_id");--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_withdrawn_from_spins_completion_id_fk" FOREIGN KEY ("withdrawn_from") REFERENCES "public"."spins"("completion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_sessions_ip_idx" ON "user_sessions" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "user_sessions_device_idx" ON "user_sessions" USING btree ("device");--> statement-breakpoint
CREATE INDEX "vouchers_withdrawn_from_idx" ON "vouchers" USING btree ("withdrawn_from") WHERE "vouchers"."withdrawn_from" is not null;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_source" CHECK ("completions"."source" in ('network', 'admin'));--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_withdrawn" CHECK (("vouchers"."withdrawn_at" is null) = ("vouchers"."withdrawn_from" is null) and ("vouchers"."withdrawn_at" is null) = ("vouchers"."withdrawn_reason" is null) and ("vouchers"."withdrawn_at" is null or "vouchers"."status" = 'expired'));--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_notice" CHECK (("vouchers"."notice" is null or "vouchers"."notice" in ('resent', 'replaced')) and ("vouchers"."notice" is null) = ("vouchers"."notice_at" is null) and ("vouchers"."notice" is not null or "vouchers"."notice_seen_at" is null));