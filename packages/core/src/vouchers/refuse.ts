import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';

const codeOf = {
  not_found: 'VOUCHER_NOT_FOUND',
  not_allowed: 'VOUCHER_MOVE_NOT_ALLOWED',
  date_passed: 'VOUCHER_DATE_PASSED',
  not_won: 'VOUCHER_NOT_WON',
  out_of_stock: 'VOUCHER_OUT_OF_STOCK',
} as const satisfies Record<string, ErrorCode>;

/** What the moves of vouchers answer in the column `problem`. */
export type Problem = keyof typeof codeOf;

/** @throws DomainError for the problem that a move answered */
export function refuse(rows: readonly { problem: Problem | null }[]): void {
  const problem = rows[0]?.problem;
  if (problem) throw new DomainError(codeOf[problem]);
}
