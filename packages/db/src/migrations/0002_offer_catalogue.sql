CREATE TABLE "offer_catalogue" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "offer_catalogue_one_row" CHECK ("offer_catalogue"."id")
);
--> statement-breakpoint
INSERT INTO "offer_catalogue" ("version") VALUES (0);
