-- In place of the definitions of the same names, on YugabyteDB: see infra/docs/decisions/0053.

-- Counts what became of a voucher, row by row: triggers get no tables of old and new rows there ('REFERENCING clause
-- not supported yet').
create or replace function count_vouchers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Its award was counted under what it was called then.
    if (old.type, old.brand) <> (new.type, new.brand)
      and exists (select from voucher_awards where voucher_id = old.id) then
      raise exception 'a voucher that was won keeps its type and brand' using errcode = 'check_violation';
    end if;
    if (old.type, old.brand, old.amount_paise, old.expired_at is null, old.used_at is null, old.withdrawn_at is null)
      = (new.type, new.brand, new.amount_paise, new.expired_at is null, new.used_at is null, new.withdrawn_at is null)
    then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    perform add_voucher_count(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_voucher_count(new, 1);
  end if;
  return null;
end $$;

create or replace function add_voucher_count(v vouchers, p_sign int) returns void language sql as $$
  insert into voucher_counts as c (type, brand, amount_paise, total, expired, used, withdrawn)
  values (v.type, v.brand, v.amount_paise, p_sign, p_sign * num_nonnulls(v.expired_at),
    p_sign * num_nonnulls(v.used_at), p_sign * num_nonnulls(v.withdrawn_at))
  on conflict (type, brand, amount_paise) do update set total = c.total + excluded.total,
    expired = c.expired + excluded.expired, used = c.used + excluded.used,
    withdrawn = c.withdrawn + excluded.withdrawn
$$;

create or replace trigger vouchers_counted after insert on vouchers
  for each row execute function count_vouchers();

create or replace trigger vouchers_counted_anew after update on vouchers
  for each row execute function count_vouchers();

create or replace trigger vouchers_counted_out after delete on vouchers
  for each row execute function count_vouchers();
