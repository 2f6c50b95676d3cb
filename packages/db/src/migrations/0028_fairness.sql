CREATE TABLE "fairness_days" (
	"day" date PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"count" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fairness_days_root" CHECK (length("fairness_days"."root") = 32),
	CONSTRAINT "fairness_days_count" CHECK ("fairness_days"."count" >= 0)
);

--> statement-breakpoint
CREATE TABLE "fairness_since" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "fairness_since_one" CHECK ("fairness_since"."id" = 1)
);

