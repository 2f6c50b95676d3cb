import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import { oneRow } from '../../kernel/rows.ts';

const codeOf = {
  not_found: 'VOUCHER_NOT_FOUND',
  not_allowed: 'VOUCHER_MOVE_NOT_ALLOWED',
  date_passed: 'VOUCHER_DATE_PASSED',
  not_won: 'VOUCHER_NOT_WON',
  out_of_stock: 'VOUCHER_OUT_OF_STOCK',
} as const satisfies Record<string, ErrorCode>;

/** What the SQL functions of vouchers answer in the column `problem`. */
export type Problem = keyof typeof codeOf;

/**
 * The row of a call of such a function, where it found no problem.
 * @throws DomainError for the problem that it answered
 */
export function requireNoProblem<Row extends { problem: Problem | null }>(rows: readonly Row[]): Row {
  const row = oneRow(rows);
  if (row.problem) throw new DomainError(codeOf[row.problem]);
  return row;
}
