import { randomBytes } from 'node:crypto';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { CreditInput } from '@inaam/contracts/identity/user-profile';
import type { CommandContext } from '../command.ts';
import { oneRow } from '../kernel/rows.ts';

const codeOf = {
  user_not_found: 'USER_NOT_FOUND',
  offer_not_found: 'OFFER_NOT_FOUND',
  no_network: 'OFFER_WITHOUT_NETWORK',
  already_completed: 'OFFER_ALREADY_COMPLETED',
} as const satisfies Record<string, ErrorCode>;

interface CreditRow {
  problem: keyof typeof codeOf | null;
  completion_id: number;
}

/**
 * Credits a completion by hand. It can be spun as any other; a postback that comes later is a repeat of it.
 * @returns the completion's id
 * @throws DomainError USER_NOT_FOUND, OFFER_NOT_FOUND, OFFER_WITHOUT_NETWORK, OFFER_ALREADY_COMPLETED
 */
export async function creditCompletion({ kernel, actor }: CommandContext, input: CreditInput): Promise<number> {
  const { user_id: userId, offer_id: offerId, reason, payout_amount: payoutPaise = 0 } = input;
  const seed = randomBytes(32);
  const clickId = randomBytes(16).toString('base64url');
  const { problem, completion_id } = oneRow(
    await kernel.move(
      (sql) => sql<CreditRow[]>`
        select * from credit_completion(${JSON.stringify(actor)}::jsonb, ${userId}, ${offerId}, ${reason},
          ${payoutPaise}, ${seed}, ${clickId})`,
    ),
  );
  if (problem) throw new DomainError(codeOf[problem]);
  return completion_id;
}
