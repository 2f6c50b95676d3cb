-- What must never happen, kept by the database itself.

-- A voucher moves available → assigned → used and available ↔ expired, and no other way. What was won is not changed.
create function vouchers_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'available' then
      raise exception 'a voucher starts as available, not as %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status in ('assigned', 'used') then
      raise exception 'a voucher that was won cannot be deleted' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if new.status <> old.status and (old.status, new.status) not in
    (('available', 'assigned'), ('available', 'expired'), ('expired', 'available'), ('assigned', 'used')) then
    raise exception 'a voucher cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if old.completion_id is not null and (new.completion_id is distinct from old.completion_id
    or new.code <> old.code or new.amount_paise <> old.amount_paise) then
    raise exception 'a voucher that was won belongs to its winner' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger vouchers_guard before insert or update or delete on vouchers
  for each row execute function vouchers_guard();
--> statement-breakpoint
-- A draw stays as it was: the seed and the odds from the completion on, the rest from the spin on.
create function spins_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a spin is never deleted' using errcode = 'check_violation';
  end if;
  if new.completion_id <> old.completion_id or new.seed <> old.seed or new.odds <> old.odds then
    raise exception 'the seed and the odds of a completion are fixed' using errcode = 'check_violation';
  end if;
  if old.spun_at is not null and ((new.spun_at, new.client_seed, new.roll, new.landing_part, new.amount_paise)
    is distinct from (old.spun_at, old.client_seed, old.roll, old.landing_part, old.amount_paise)
    or (new.outcome <> old.outcome and (old.outcome, new.outcome) <> ('owed', 'won'))) then
    raise exception 'a completion is spun once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger spins_guard before update or delete on spins for each row execute function spins_guard();
--> statement-breakpoint
-- A completion is a fact: all that can happen to it is its reversal.
create function completions_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a completion is never deleted' using errcode = 'check_violation';
  end if;
  if (new.user_id, new.offer_id, new.click_id, new.network_id, new.transaction_id, new.payout_paise, new.completed_at)
    is distinct from
    (old.user_id, old.offer_id, old.click_id, old.network_id, old.transaction_id, old.payout_paise, old.completed_at)
    or (new.status <> old.status and (old.status, new.status) <> ('approved', 'reversed')) then
    raise exception 'a completion is a fact' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger completions_guard before update or delete on completions
  for each row execute function completions_guard();
--> statement-breakpoint
-- Facts are not swept away either.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'check_violation';
end $$;
--> statement-breakpoint
create trigger vouchers_no_truncate before truncate on vouchers for each statement execute function refuse_change();
--> statement-breakpoint
create trigger spins_no_truncate before truncate on spins for each statement execute function refuse_change();
--> statement-breakpoint
create trigger completions_no_truncate before truncate on completions for each statement execute function refuse_change();
--> statement-breakpoint
-- The audit log is written to and read.
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Hot tables leave room for updates in place.
alter table user_stats set (fillfactor = 85);
--> statement-breakpoint
alter table offer_days set (fillfactor = 85);
--> statement-breakpoint
alter table spins set (fillfactor = 85);
--> statement-breakpoint
alter table vouchers set (fillfactor = 85);
