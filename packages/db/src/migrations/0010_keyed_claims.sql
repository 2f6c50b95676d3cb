ALTER TABLE "idempotency_keys" ADD COLUMN "claim" text;
