import type { CloseCaseInput } from '@inaam/contracts/cases/cases';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { Actor } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';

const codeOf = { not_found: 'CASE_NOT_FOUND', credited: 'CASE_CREDITED' } as const satisfies Record<string, ErrorCode>;

/**
 * Closes a case without credit. Doing it twice is the same as once.
 * @throws DomainError CASE_NOT_FOUND, CASE_CREDITED
 */
export async function closeCase(kernel: Kernel, actor: Actor, input: CloseCaseInput): Promise<void> {
  const [row] = await kernel.move(
    (sql) => sql<{ problem: keyof typeof codeOf | null }[]>`
      select * from close_credit_case(${JSON.stringify(actor)}::jsonb, ${input.case_id}, ${input.reason})`,
  );
  if (!row) throw new Error('a move returned no row');
  if (row.problem) throw new DomainError(codeOf[row.problem]);
}
