CREATE TABLE "code_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sealed" text NOT NULL,
	"codes_under" text,
	CONSTRAINT "code_keys_one" CHECK ("code_keys"."id" = 1)
);

--> statement-breakpoint
DROP INDEX "vouchers_code_key";
--> statement-breakpoint
DROP INDEX "vouchers_trigrams";
--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "code_hash" "bytea";
--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "code_end" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code_hash_key" ON "vouchers" USING btree ("code_hash");
--> statement-breakpoint
CREATE INDEX "vouchers_code_end_idx" ON "vouchers" USING btree ("code_end","id");
--> statement-breakpoint
CREATE INDEX "vouchers_in_clear_idx" ON "vouchers" USING btree ("id") WHERE "vouchers"."code" not like 'sealed:v1:%';
--> statement-breakpoint
CREATE INDEX "vouchers_brand_trigrams" ON "vouchers" USING gin ("brand" gin_trgm_ops);
--> statement-breakpoint
-- Codes come sealed now: add_vouchers and add_vouchers_once.
drop function if exists import_vouchers_once(text, jsonb, text, text, bigint, text, text, date, text[]);
--> statement-breakpoint
drop function if exists import_vouchers(jsonb, text, text, bigint, text, text, date, text[]);
