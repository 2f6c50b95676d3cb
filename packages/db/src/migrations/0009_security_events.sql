CREATE TABLE "security_event_details" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"actor_name" text,
	"ip" text,
	"device" text
);

--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY
		(sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"realm" text NOT NULL,
	"request_id" text,
	"actor_kind" text,
	"actor_id" bigint,
	"detail" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_realm" CHECK ("security_events"."realm" in ('user', 'admin')),
	CONSTRAINT "security_events_count" CHECK ("security_events"."count" > 0)
);

--> statement-breakpoint
ALTER TABLE "security_event_details" ADD CONSTRAINT "security_event_details_event_id_security_events_id_fk"
	FOREIGN KEY ("event_id") REFERENCES "public"."security_events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "security_event_details_ip_idx" ON "security_event_details" USING btree ("ip");
--> statement-breakpoint
CREATE INDEX "security_event_details_name_idx" ON "security_event_details" USING btree ("actor_name");
--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","at","id");
--> statement-breakpoint
CREATE INDEX "security_events_actor_idx" ON "security_events" USING btree ("actor_kind","actor_id","at");
