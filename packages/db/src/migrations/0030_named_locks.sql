CREATE TABLE "named_locks" (
	"name" text PRIMARY KEY NOT NULL
);

--> statement-breakpoint
insert into named_locks (name)
values ('admins'), ('audit seals'), ('demo'), ('first admin'), ('low stock'), ('offer rates');
