import { toRupees } from '@inaam/contracts/common/money';
import type { SpinStatus } from '@inaam/contracts/completions/states';
import { type SQL, sql } from 'drizzle-orm';
import type { ShowCode } from '../../ledger/vouchers/codes.ts';

/**
 * What files say of a completion: as `completion_states` and `completion_vouchers` put it together, with one look at
 * its events in place of three, and none at vouchers of those who have not won. `r` has the columns of
 * `completion_rows`.
 */

/** `e`: what happened to it since. */
export const EVENTS = sql`cross join lateral (
  select max(at) filter (where kind = 'approved') as approved_at,
    count(*) filter (where kind = 'reversed') > 0 as reversed,
    max(held_until) filter (where kind = 'approved') as held_until,
    coalesce(max(payout_paise) filter (where kind = 'approved'), max(payout_paise) filter (where kind = 'adopted'))
      as payout_paise
  from completion_events where completion_id = r.completion_id) e`;

/** `a`: whether it may be spun, by its own row and {@link EVENTS}. @param row with the columns of `completions` */
export const spinStatusOf = (row: SQL) => sql`cross join lateral spin_status(
  coalesce(${row}.approved_at, e.approved_at), coalesce(${row}.held_until, e.held_until)) a`;

/** `v`: the voucher of its last turn. By the offset it is looked up for who has won, and not for everybody first. */
export const VOUCHER = sql`left join lateral (
  select v.brand, v.code, v.code_end, v.amount_paise as code_paise
  from voucher_awards a join vouchers v on v.id = a.voucher_id
  where a.completion_id = r.completion_id and v.withdrawn_at is null and r.won_paise is not null offset 0) v on true`;

/** Sums of 64 bits come as text. */
export type FileFacts = {
  spun: boolean;
  won_paise: string | null;
  owed: boolean;
  reversed: boolean;
  spin_status: SpinStatus;
  brand: string | null;
  code: string | null;
  code_end: string | null;
  code_paise: string | null;
};

/** The columns that both files of completions have. @param show how codes are written */
export function factsOf(row: FileFacts, show: ShowCode) {
  const { code, code_end: codeEnd, code_paise: amountPaise } = row;
  const wonPaise = row.won_paise === null ? null : Number(row.won_paise);
  return {
    spinner_used: row.spun,
    owed: row.owed,
    reversed: row.reversed,
    voucher_amount: wonPaise === null ? null : toRupees(wonPaise),
    voucher_brand: row.brand,
    voucher_code: code === null ? null : show({ code, codeEnd: codeEnd ?? '', amountPaise: Number(amountPaise) }),
    won: wonPaise !== null,
  };
}
