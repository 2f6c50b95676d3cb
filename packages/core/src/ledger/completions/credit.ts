import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { CreditInput } from '@inaam/contracts/identity/user-profile';
import { sql } from 'drizzle-orm';
import { hasCapability } from '../../kernel/actor.ts';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import { executeOrRequestApproval, recordRequest, withPolicy } from '../../kernel/approval.ts';
import type { ApprovalFacts } from '../../kernel/approval-facts.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateSeed } from '../spins/seed.ts';

/** What support may credit, in paise; what is worth more a manager credits. */
const SUPPORT_CREDIT_LIMIT = 500_00;

const codeOf = {
  user_not_found: 'USER_NOT_FOUND',
  offer_not_found: 'OFFER_NOT_FOUND',
  no_network: 'OFFER_WITHOUT_NETWORK',
  already_completed: 'OFFER_ALREADY_COMPLETED',
  beyond_role: 'ROLE_TOO_LOW',
  beyond_one_person: 'WAITS_FOR_APPROVAL',
  out_of_date: 'REQUEST_OUT_OF_DATE',
} as const satisfies Record<string, ErrorCode>;

interface CreditRow extends Record<string, unknown> {
  problem: keyof typeof codeOf | null;
  completion_id: number;
  cost_paise: number;
}

/** What a credit that a second person approved may cost, in paise. */
const approvedCost = (facts: ApprovalFacts): number => (facts.kind === 'credit' ? facts.summary.cost_paise : -1);

/**
 * Credits a completion by hand. It can be spun as any other; a postback that comes later is a repeat of it. The SQL
 * function that credits also judges, so that the credit stays one statement that a lost connection cannot double.
 * @returns the completion's id
 * @throws DomainError ROLE_TOO_LOW beyond support's limit, WAITS_FOR_APPROVAL beyond one person's, USER_NOT_FOUND,
 *   OFFER_NOT_FOUND, OFFER_WITHOUT_NETWORK, OFFER_ALREADY_COMPLETED, REQUEST_OUT_OF_DATE
 */
export const creditCompletion = withPolicy(
  { name: 'completions.credit', role: 'support', scope: 'credit' },
  async (
    command: CommandContext<{ secrets: SecretBox; operators: BackOfficePolicy; approvalRequests: ApprovalRequests }>,
    input: CreditInput,
  ): Promise<number> => {
    const { kernel, secrets, actor, approved, operators } = command;
    const { user_id, offer_id, reason, payout_amount: payout_paise = 0 } = input;
    const { when, creditPaise } = operators.approvals;
    // A call without a name is run again over a lost connection, too.
    const call = command.once ?? randomUUID();
    const seed = generateSeed(secrets);
    const clickId = randomBytes(16).toString('base64url');
    const roleLimit = hasCapability(actor, 'creditBeyondLimit') ? null : SUPPORT_CREDIT_LIMIT;
    const aloneLimit = actor.kind === 'system' ? null : creditPaise;
    const approvedPaise = approved ? approvedCost(approved.facts) : null;
    const found = oneRow(
      await kernel.move(
        (query) => query<CreditRow[]>`
          select * from credit_within_limits(${call}, ${JSON.stringify(actor)}::jsonb, ${user_id}, ${offer_id},
            ${reason}, ${payout_paise}, ${seed}, ${clickId}, ${roleLimit}, ${aloneLimit}, ${when}, ${approvedPaise})`,
      ),
    );
    if (found.problem !== 'beyond_one_person') return creditedId(found);
    // Judged once more in the transaction that records the request: the credit or the request is committed.
    const judged = await executeOrRequestApproval(command, async (tx) => {
      const row = oneRow(
        await tx.execute<CreditRow>(sql`
          select * from credit_within_limits(${call}, ${JSON.stringify(actor)}::jsonb, ${user_id}, ${offer_id},
            ${reason}, ${payout_paise}, ${seed}, ${clickId}, ${roleLimit}, ${aloneLimit}, ${when}, ${approvedPaise})`),
      );
      if (row.problem !== 'beyond_one_person') return { done: row };
      const summary = { user_id, offer_id, payout_paise, cost_paise: row.cost_paise };
      const facts: ApprovalFacts = { kind: 'credit', summary };
      return recordRequest(tx, command, { command: 'completions.credit', input, facts, reason });
    });
    return creditedId(judged);
  },
);

/** @throws DomainError by the problem */
function creditedId({ problem, completion_id }: CreditRow): number {
  if (problem === 'beyond_role') {
    throw new DomainError('ROLE_TOO_LOW', {
      text: `Support credits up to ₹${SUPPORT_CREDIT_LIMIT / 100}. Please ask a manager.`,
    });
  }
  if (problem) throw new DomainError(codeOf[problem]);
  return completion_id;
}
