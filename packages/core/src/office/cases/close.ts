import type { CasesClosed, CloseCaseInput, CloseCasesInput } from '@inaam/contracts/cases/cases';
import { DomainError, type ErrorCode, errorTable } from '@inaam/contracts/common/errors';
import { formatPlural } from '@inaam/contracts/common/format';
import type { CommandContext } from '../../kernel/command.ts';
import { oneRow } from '../../kernel/rows.ts';

const errorCodes = { not_found: 'CASE_NOT_FOUND', credited: 'CASE_CREDITED' } as const satisfies Record<
  string,
  ErrorCode
>;

/**
 * Closes a case without credit. A second call changes nothing.
 * @throws DomainError CASE_NOT_FOUND, CASE_CREDITED
 */
export async function closeCase(command: CommandContext, input: CloseCaseInput): Promise<void> {
  const problem = await closeIfOpen(command, input);
  if (problem) throw new DomainError(problem);
}

/** Closes several cases for one reason, each separately. Returns as refused the cases that are missing or credited. */
export async function closeCases(command: CommandContext, { case_ids, reason }: CloseCasesInput): Promise<CasesClosed> {
  const refused: CasesClosed['refused'] = [];
  const ids = new Set(case_ids);
  for (const case_id of ids) {
    const problem = await closeIfOpen(command, { case_id, reason });
    if (problem) refused.push({ case_id, reason: errorTable[problem].text });
  }
  const closed = ids.size - refused.length;
  const left = refused.length === 0 ? '' : `, ${formatPlural(refused.length, 'was', 'were')} not`;
  return { message: `${formatPlural(closed, 'case')} closed${left}`, closed, refused };
}

async function closeIfOpen({ kernel, actor }: CommandContext, input: CloseCaseInput): Promise<ErrorCode | undefined> {
  const { problem } = oneRow(
    await kernel.runIdempotent(
      (sql) => sql<{ problem: keyof typeof errorCodes | null }[]>`
        select problem from close_credit_case(${JSON.stringify(actor)}::jsonb, ${input.case_id}, ${input.reason})`,
    ),
  );
  return problem ? errorCodes[problem] : undefined;
}
