CREATE TABLE "offer_rates" (
	"offer_id" bigint NOT NULL,
	"experience" smallint NOT NULL,
	"familiar" boolean NOT NULL,
	"starts" integer NOT NULL,
	"finished" integer NOT NULL,
	CONSTRAINT "offer_rates_pkey" PRIMARY KEY("offer_id","experience","familiar"),
	CONSTRAINT "offer_rates_counts" CHECK (0 <= "offer_rates"."finished"
    and "offer_rates"."finished" <= "offer_rates"."starts")
);

--> statement-breakpoint
CREATE TABLE "offer_times" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"usual_seconds" integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE "brands" (
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"use_url" text,
	"mark_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_pkey" PRIMARY KEY("type","brand")
);

--> statement-breakpoint
CREATE TABLE "picture_sources" (
	"url" text PRIMARY KEY NOT NULL,
	"picture_id" text,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_sources_one" CHECK ("picture_sources"."picture_id" is null
    or "picture_sources"."problem" is null)
);

--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_id" CHECK ("pictures"."id" ~ '^[0-9a-f]{32}$')
);

--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "steps" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "picture_url" text;
--> statement-breakpoint
ALTER TABLE "offer_rates" ADD CONSTRAINT "offer_rates_offer_id_offers_id_fk" FOREIGN KEY ("offer_id")
  REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_times" ADD CONSTRAINT "offer_times_offer_id_offers_id_fk" FOREIGN KEY ("offer_id")
  REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_mark_id_pictures_id_fk" FOREIGN KEY ("mark_id")
  REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "picture_sources" ADD CONSTRAINT "picture_sources_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id")
  REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
