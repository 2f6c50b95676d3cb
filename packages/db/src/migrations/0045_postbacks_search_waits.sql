do $$ begin
  -- A distributed engine (infra/ops/yugabytedb) has no such setting, and lets nothing wait.
  if not exists (select from pg_namespace where nspname = 'engine') then
    alter index postbacks_trigrams set (gin_pending_list_limit = 65536);
  end if;
end $$;
