CREATE TABLE "offer_moves" (
	"offer_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offer_moves_pkey" PRIMARY KEY("offer_id","network_id","moved_at")
);
--> statement-breakpoint
ALTER TABLE "offer_moves" ADD CONSTRAINT "offer_moves_offer_id_offers_id_fk"
	FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_moves" ADD CONSTRAINT "offer_moves_network_id_networks_id_fk"
	FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;