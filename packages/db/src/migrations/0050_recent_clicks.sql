-- with functions
-- The feed waits: what it copied from here on by the functions of before would lack its click.
select 1 from "feed_consumers" where "name" = 'completion_rows' for update;
--> statement-breakpoint
-- No list of days goes back further than 30 days.
update "completion_rows" r set "clicked_at" = k."created_at"
from "completions" c join "clicks" k on k."id" = c."click_id"
where c."id" = r."completion_id" and r."completed_at" >= now() - interval '31 days';
--> statement-breakpoint
-- accepted: drops: made again with a column more by the functions that this is committed with
drop function if exists completion_rows_now();
--> statement-breakpoint
-- accepted: drops: made again with a column more by the functions that this is committed with
drop function if exists completion_rows_of_facts();
