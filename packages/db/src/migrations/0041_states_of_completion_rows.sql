-- with functions
-- The feed waits: what it copied from here on by the functions of before would lack its state.
select 1 from "feed_consumers" where "name" = 'completion_rows' for update;
--> statement-breakpoint
update "completion_rows" r set "approved" = false
from "completions" c
where c."id" = r."completion_id" and c."approved_at" is null and not exists (
	select from "completion_events" e where e."completion_id" = c."id" and e."kind" = 'approved');
--> statement-breakpoint
update "completion_rows" r set "reversed" = true
from "completion_events" e where e."completion_id" = r."completion_id" and e."kind" = 'reversed';
--> statement-breakpoint
-- accepted: drops: made again with two columns more by the functions that this is committed with
drop function if exists completion_rows_now();
--> statement-breakpoint
-- accepted: drops: made again with two columns more by the functions that this is committed with
drop function if exists completion_rows_of_facts();
