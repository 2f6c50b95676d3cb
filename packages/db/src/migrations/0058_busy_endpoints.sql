-- with functions
-- accepted: drops: made again with one more parameter by the functions that this is committed with; it has a default,
-- so that a process of the release before calls that one
drop function if exists claim_webhook_retries(integer, integer);
