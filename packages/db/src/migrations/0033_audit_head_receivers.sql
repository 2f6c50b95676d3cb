CREATE TABLE "audit_head_receivers" (
	"receiver" "bytea" PRIMARY KEY NOT NULL,
	"taken_seal" bigint,
	"taken_at" timestamp with time zone,
	"next_post_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone
);

