CREATE TABLE "retention_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" bigint NOT NULL
);

