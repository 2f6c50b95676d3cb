import { DomainError } from '@inaam/contracts/common/errors';
import { toRupees } from '@inaam/contracts/common/money';
import { ENDING_DAYS, type VoucherNotices } from '@inaam/contracts/identity/user-profile';
import type { UserActor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { openBoth } from './codes.ts';

interface NoticeRow {
  id: number;
  notice: 'resent' | 'replaced';
  title: string;
  amount_paise: number;
  brand: string;
  code: string;
  pin: string | null;
  expiry_date: string;
}

interface ExpiringRow {
  id: number;
  amount_paise: number;
  brand: string;
  expiry_date: string;
}

/** Returns whether {@link listVoucherNotices} would list anything, without reading codes. */
export async function hasVoucherNotices(kernel: Kernel, userId: number): Promise<boolean> {
  const { found } = oneRow(
    await kernel.read(
      (_, sql) => sql<{ found: boolean }[]>`
        select exists (
          select from completions c join completion_vouchers v on v.completion_id = c.id
          where c.user_id = ${userId} and v.status = 'assigned'
            and (v.notice is not null and v.notice_seen_at is null
              or v.expiry_date between ist_day(now()) and ist_day(now()) + ${ENDING_DAYS}::int)
        ) as found`,
    ),
  );
  return found;
}

/** Lists a user's unseen notices about vouchers, newest first, and unused vouchers that expire soon. */
export async function listVoucherNotices(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  userId: number,
): Promise<VoucherNotices> {
  const rows = await kernel.read(
    (_, sql) => sql<NoticeRow[]>`
      select v.id, v.notice, o.title, v.amount_paise, v.brand, v.code, v.pin, v.expiry_date::text
      from completion_states c join completion_vouchers v on v.completion_id = c.id join offers o on o.id = c.offer_id
      where c.user_id = ${userId} and v.notice is not null and v.notice_seen_at is null and v.status = 'assigned'
      order by v.notice_at desc, v.id desc`,
  );
  const ending = await kernel.read(
    (_, sql) => sql<ExpiringRow[]>`
      select v.id, v.amount_paise, v.brand, v.expiry_date::text
      from completion_states c join completion_vouchers v on v.completion_id = c.id
      where c.user_id = ${userId} and v.status = 'assigned'
        and v.expiry_date between ist_day(now()) and ist_day(now()) + ${ENDING_DAYS}::int
      order by v.expiry_date, v.id`,
  );
  return {
    ending: ending.map(({ id, amount_paise, brand, expiry_date }) => ({
      voucher_id: id,
      voucher_amount: toRupees(amount_paise),
      voucher_brand: brand,
      expiry_date,
    })),
    notices: rows.map((row) => ({
      voucher_id: row.id,
      notice: row.notice,
      title: row.title,
      voucher_amount: toRupees(row.amount_paise),
      voucher_brand: row.brand,
      ...openBoth(secrets, { ...row, amountPaise: row.amount_paise }),
      expiry_date: row.expiry_date,
    })),
  };
}

/**
 * Marks a notice as seen. Can be repeated, and also succeeds if the voucher has been withdrawn since.
 * @throws DomainError VOUCHER_NOT_FOUND, also for another user's voucher
 */
export async function dismissNotice(
  { kernel, actor }: CommandContext<object, UserActor>,
  voucherId: number,
): Promise<void> {
  const rows = await kernel.runIdempotent(
    (sql) => sql`
      with own as (
        select v.id from voucher_states v join completion_states c on c.id = coalesce(v.completion_id, v.withdrawn_from)
        where v.id = ${voucherId} and c.user_id = ${actor.id}
      ), seen as (
        update vouchers set notice_seen_at = now()
        where id in (select id from own) and notice is not null and notice_seen_at is null
      )
      select id from own`,
  );
  if (rows.length === 0) throw new DomainError('VOUCHER_NOT_FOUND');
}
