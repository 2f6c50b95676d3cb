import { toRupees } from '@inaam/contracts/common/money';
import type { CompletionState } from '@inaam/contracts/completions/states';
import { sql } from 'drizzle-orm';
import type { ShowCode } from '../../ledger/vouchers/codes.ts';

/** What files say of a completion: `c` has the columns of `completion_states`. */

/** `v`: the voucher of its last turn. By the offset it is looked up for who has won, and not for everybody first. */
export const VOUCHER = sql`left join lateral (
  select v.brand, v.code, v.code_end, v.amount_paise as code_paise
  from voucher_awards a join vouchers v on v.id = a.voucher_id
  where a.completion_id = c.id and v.withdrawn_at is null and c.won_paise is not null offset 0) v on true`;

/** The columns of {@link FileFacts}, from `c` and {@link VOUCHER}. */
export const FACTS = sql`c.payout_paise, c.spun_at is not null as spun, c.won_paise,
  c.reversed_at is not null as reversed, c.state, v.brand, v.code, v.code_end, v.code_paise`;

/** Sums of 64 bits come as text. The first and the state are null where there is no completion. */
export type FileFacts = {
  payout_paise: string | null;
  spun: boolean;
  won_paise: string | null;
  reversed: boolean;
  state: CompletionState | null;
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
    owed: row.state === 'owed',
    reversed: row.reversed,
    voucher_amount: wonPaise === null ? null : toRupees(wonPaise),
    voucher_brand: row.brand,
    voucher_code: code === null ? null : show({ code, codeEnd: codeEnd ?? '', amountPaise: Number(amountPaise) }),
    won: wonPaise !== null,
  };
}
