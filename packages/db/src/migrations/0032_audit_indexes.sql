-- concurrently
drop index concurrently if exists audit_log_trigrams;
--> statement-breakpoint
create index concurrently if not exists audit_log_unmoved_idx on audit_log (id) where actor_name is not null;
