CREATE TABLE "sealing_marks" (
	"what" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"upto" bigint NOT NULL
);
