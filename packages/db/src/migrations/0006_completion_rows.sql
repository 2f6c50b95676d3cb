CREATE TABLE "completion_rows" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"google" boolean NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"payout_paise" bigint NOT NULL,
	"revenue_paise" bigint NOT NULL,
	"spun" boolean NOT NULL,
	"won_paise" bigint
);
--> statement-breakpoint
-- The watermark first: all facts before it are committed, and the statement after it sees them.
insert into feed_consumers (name, xid) values ('completion_rows', pg_snapshot_xmin(pg_current_snapshot()));
--> statement-breakpoint
insert into completion_rows (completion_id, user_id, offer_id, google, completed_at, payout_paise, revenue_paise, spun,
  won_paise)
select c.id, c.user_id, c.offer_id,
  coalesce((select g.joined from user_provider_changes g where g.user_id = c.user_id order by g.xid desc limit 1),
    false),
  c.completed_at, coalesce(d.payout_paise, p.payout_paise, c.payout_paise),
  case when (c.approved_at is not null or p.completion_id is not null) and r.completion_id is null
    then coalesce(d.payout_paise, p.payout_paise, c.payout_paise) else 0 end,
  s.completion_id is not null, s.amount_paise
from completions c
left join completion_events p on p.completion_id = c.id and p.kind = 'approved'
left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
left join completion_events r on r.completion_id = c.id and r.kind = 'reversed'
left join spins s on s.completion_id = c.id and s.roll is not null
order by c.id;
--> statement-breakpoint
CREATE INDEX "completion_rows_completed_at_idx" ON "completion_rows" USING btree ("completed_at","completion_id");
--> statement-breakpoint
CREATE INDEX "completion_rows_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id");
--> statement-breakpoint
CREATE INDEX "completion_rows_offer_idx" ON "completion_rows" USING btree ("offer_id","completed_at","completion_id");
--> statement-breakpoint
CREATE INDEX "completion_rows_user_idx" ON "completion_rows" USING btree ("user_id","completion_id");
--> statement-breakpoint
CREATE INDEX "completion_rows_won_idx" ON "completion_rows" USING btree ("completed_at","completion_id") WHERE
  "completion_rows"."won_paise" is not null;
--> statement-breakpoint
CREATE INDEX "completion_rows_won_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id")
  WHERE "completion_rows"."won_paise" is not null;
--> statement-breakpoint
CREATE INDEX "completion_rows_unspun_idx" ON "completion_rows" USING btree ("completed_at","completion_id") WHERE
  not "completion_rows"."spun";
--> statement-breakpoint
CREATE INDEX "completion_rows_unspun_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id")
  WHERE not "completion_rows"."spun";
--> statement-breakpoint
-- Last: it makes writers wait.
ALTER TABLE "completion_rows" ADD CONSTRAINT "completion_rows_completion_id_completions_id_fk" FOREIGN KEY
  ("completion_id") REFERENCES "public"."completions"("id") ON DELETE cascade ON UPDATE no action;
