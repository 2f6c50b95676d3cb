-- What the feed's consumers insert is planned anew in each step (advance_feed), and a check within the step would be,
-- too, row by row. At the commit it runs with the plan that the connection has kept.
ALTER TABLE "click_search" ALTER CONSTRAINT "click_search_id_clicks_id_fk" DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "completion_rows" ALTER CONSTRAINT "completion_rows_completion_id_completions_id_fk"
	DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "conversion_days" ALTER CONSTRAINT "conversion_days_offer_id_offers_id_fk" DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "held_spins" ALTER CONSTRAINT "held_spins_completion_id_completions_id_fk" DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "notifications" ALTER CONSTRAINT "notifications_user_id_users_id_fk" DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "offer_days" ALTER CONSTRAINT "offer_days_offer_id_offers_id_fk" DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk"
	DEFERRABLE INITIALLY DEFERRED;
