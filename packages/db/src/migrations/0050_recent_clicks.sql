-- No list of days goes back further than 30 days. By itself, since it takes a while: nothing waits for it but the feed,
-- where it copies one of these rows again.
update "completion_rows" r set "clicked_at" = k."created_at"
from "completions" c join "clicks" k on k."id" = c."click_id"
where c."id" = r."completion_id" and r."completed_at" >= now() - interval '31 days';
