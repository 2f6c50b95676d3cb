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

/** Maximum cost of a credit by the support role, in paise. Credits that cost more need a manager. */
const SUPPORT_CREDIT_LIMIT = 500_00;

const errorCodes = {
  user_not_found: 'USER_NOT_FOUND',
  offer_not_found: 'OFFER_NOT_FOUND',
  no_network: 'OFFER_WITHOUT_NETWORK',
  already_completed: 'OFFER_ALREADY_COMPLETED',
  beyond_role: 'ROLE_TOO_LOW',
  beyond_one_person: 'WAITS_FOR_APPROVAL',
  out_of_date: 'REQUEST_OUT_OF_DATE',
} as const satisfies Record<string, ErrorCode>;

interface CreditRow extends Record<string, unknown> {
  problem: keyof typeof errorCodes | null;
  completion_id: number;
  cost_paise: number;
  payout_paise: number;
}

/** Returns the cost in paise that a second person approved; -1 for another kind of request. */
const getApprovedCost = (facts: ApprovalFacts): number => (facts.kind === 'credit' ? facts.summary.cost_paise : -1);

/**
 * Credits a completion by hand. The completion can be spun like any other. A later postback adds no second completion.
 * The SQL function also checks the limits, so that the credit is one statement and a lost connection cannot double it.
 * @returns the completion's ID
 * @throws DomainError ROLE_TOO_LOW above support's limit, WAITS_FOR_APPROVAL above the limit for one person alone,
 *   USER_NOT_FOUND, OFFER_NOT_FOUND, OFFER_WITHOUT_NETWORK, OFFER_ALREADY_COMPLETED, REQUEST_OUT_OF_DATE
 */
export const creditCompletion = withPolicy(
  { name: 'completions.credit', role: 'support', scope: 'credit' },
  async (
    command: CommandContext<{
      secrets: SecretBox;
      backOfficePolicy: BackOfficePolicy;
      approvalRequests: ApprovalRequests;
    }>,
    input: CreditInput,
  ): Promise<number> => {
    const { kernel, secrets, actor, approved, backOfficePolicy } = command;
    const { user_id, offer_id, reason, payout_amount = null } = input;
    const { when, creditPaise } = backOfficePolicy.approvals;
    // A call without an idempotency key needs an ID, too, because the kernel retries it after a lost connection.
    const call = command.runOnceKey ?? randomUUID();
    const seed = generateSeed(secrets);
    const clickId = randomBytes(16).toString('base64url');
    const roleLimit = hasCapability(actor, 'creditBeyondLimit') ? null : SUPPORT_CREDIT_LIMIT;
    const aloneLimit = actor.kind === 'system' ? null : creditPaise;
    const approvedPaise = approved ? getApprovedCost(approved.facts) : null;
    const row = oneRow(
      await kernel.runIdempotent(
        (query) => query<CreditRow[]>`
          select * from credit_within_limits(${call}, ${JSON.stringify(actor)}::jsonb, ${user_id}, ${offer_id},
            ${reason},
            ${payout_amount}::bigint, ${seed}, ${clickId}, ${roleLimit}, ${aloneLimit}, ${when}, ${approvedPaise})`,
      ),
    );
    if (row.problem !== 'beyond_one_person') return requireCredited(row);
    // Checks the limits again, so that this transaction commits either the credit or the request for approval.
    const outcome = await executeOrRequestApproval(command, async (tx) => {
      const retried = oneRow(
        await tx.execute<CreditRow>(sql`
          select * from credit_within_limits(${call}, ${JSON.stringify(actor)}::jsonb, ${user_id}, ${offer_id},
            ${reason},
            ${payout_amount}::bigint, ${seed}, ${clickId}, ${roleLimit}, ${aloneLimit}, ${when}, ${approvedPaise})`),
      );
      if (retried.problem !== 'beyond_one_person') return { done: retried };
      const { payout_paise, cost_paise } = retried;
      const summary = { user_id, offer_id, payout_paise, cost_paise };
      const facts: ApprovalFacts = { kind: 'credit', summary };
      return recordRequest(tx, command, { command: 'completions.credit', input, facts, reason });
    });
    return requireCredited(outcome);
  },
);

/** @throws DomainError if there is a problem */
function requireCredited({ problem, completion_id }: CreditRow): number {
  if (problem === 'beyond_role') {
    throw new DomainError('ROLE_TOO_LOW', {
      text: `The support role can give credits that cost up to ₹${SUPPORT_CREDIT_LIMIT / 100}. Please ask a manager.`,
    });
  }
  if (problem) throw new DomainError(errorCodes[problem]);
  return completion_id;
}
