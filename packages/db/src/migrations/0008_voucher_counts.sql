CREATE TABLE "voucher_counts" (
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"withdrawn" integer DEFAULT 0 NOT NULL,
	"awarded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "voucher_counts_pkey" PRIMARY KEY("type","brand","amount_paise")
);
--> statement-breakpoint
CREATE INDEX "vouchers_amount_idx" ON "vouchers" USING btree ("amount_paise","id");--> statement-breakpoint
CREATE INDEX "vouchers_brand_idx" ON "vouchers" USING btree (lower("brand"),"id");--> statement-breakpoint
CREATE INDEX "vouchers_type_idx" ON "vouchers" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "vouchers_used_created_at_idx" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."used_at"
  is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_idx" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."expired_at" is not
  null or "vouchers"."withdrawn_at" is not null;