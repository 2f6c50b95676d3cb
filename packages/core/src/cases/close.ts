import type { CloseCaseInput } from '@inaam/contracts/cases/cases';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { CommandContext } from '../command.ts';
import { oneRow } from '../kernel/rows.ts';

const codeOf = { not_found: 'CASE_NOT_FOUND', credited: 'CASE_CREDITED' } as const satisfies Record<string, ErrorCode>;

/**
 * Closes a case without credit. Doing it twice is the same as once.
 * @throws DomainError CASE_NOT_FOUND, CASE_CREDITED
 */
export async function closeCase({ kernel, actor }: CommandContext, input: CloseCaseInput): Promise<void> {
  const { problem } = oneRow(
    await kernel.move(
      (sql) => sql<{ problem: keyof typeof codeOf | null }[]>`
        select problem from close_credit_case(${JSON.stringify(actor)}::jsonb, ${input.case_id}, ${input.reason})`,
    ),
  );
  if (problem) throw new DomainError(codeOf[problem]);
}
