import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import { oneRow } from '../../kernel/rows.ts';

const errorCodes = {
  not_found: 'VOUCHER_NOT_FOUND',
  not_allowed: 'VOUCHER_MOVE_NOT_ALLOWED',
  date_passed: 'VOUCHER_DATE_PASSED',
  not_won: 'VOUCHER_NOT_WON',
  out_of_stock: 'VOUCHER_OUT_OF_STOCK',
} as const satisfies Record<string, ErrorCode>;

/** Values of the column `problem` that the SQL functions for vouchers return. */
export type Problem = keyof typeof errorCodes;

/** Returns the only row of the result. @throws DomainError if the row has a problem */
export function requireNoProblem<Row extends { problem: Problem | null }>(rows: readonly Row[]): Row {
  const row = oneRow(rows);
  if (row.problem) throw new DomainError(errorCodes[row.problem]);
  return row;
}
