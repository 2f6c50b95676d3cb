import { randomBytes, randomUUID } from 'node:crypto';
import { DomainError, type ErrorCode } from '@inaam/contracts/common/errors';
import type { CreditInput } from '@inaam/contracts/identity/user-profile';
import { type AskingCommand, isAsking, needAgreement } from '../approvals/ask.ts';
import { isCapable } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import { drawSeed } from '../spins/seed.ts';

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

/** What support may credit, in paise; what is worth more a manager credits. */
const SUPPORT_CREDIT_LIMIT = 500_00;

/**
 * What a credit may cost, in paise: what is said that the network paid, or the most that its spin can win. A completion
 * that awaits its goal spins by the odds of its own day.
 */
async function worthOf(
  kernel: Kernel,
  { user_id: userId, offer_id: offerId, payout_amount = 0 }: CreditInput,
): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<{ most: number }[]>`
      select coalesce(max(t.amount_paise), 0)::float8 as most from offers o
      left join completions c on c.offer_id = o.id and c.user_id = ${userId}
      join offer_odds_outcomes t on t.offer_id = o.id and t.version in (o.odds_version, c.odds_version)
      where o.id = ${offerId}`,
  );
  return Math.max(payout_amount, rows[0]?.most ?? 0);
}

/** Nobody is asked for what could not be done: `credit_completion` decides it once more. */
async function needPossible(kernel: Kernel, { user_id: userId, offer_id: offerId }: CreditInput): Promise<void> {
  const [row] = await kernel.read(
    (_, sql) => sql<Pick<CreditRow, 'problem'>[]>`select credit_problem(${userId}, ${offerId}) as problem`,
  );
  if (row?.problem) throw new DomainError(codeOf[row.problem]);
}

/**
 * Credits a completion by hand. It can be spun as any other; a postback that comes later is a repeat of it.
 * @returns the completion's id
 * @throws DomainError ROLE_TOO_LOW beyond support's limit, WAITS_FOR_APPROVAL beyond one person's, USER_NOT_FOUND,
 * OFFER_NOT_FOUND, OFFER_WITHOUT_NETWORK, OFFER_ALREADY_COMPLETED
 */
export async function creditCompletion(command: AskingCommand, input: CreditInput): Promise<number> {
  const { kernel, secrets, actor, operators } = command;
  const { user_id: userId, offer_id: offerId, reason, payout_amount: payoutPaise = 0 } = input;
  const cost = await worthOf(kernel, input);
  if (!isCapable(actor, 'creditBeyondLimit') && cost > SUPPORT_CREDIT_LIMIT) {
    throw new DomainError('ROLE_TOO_LOW', {
      text: `Support credits up to ₹${SUPPORT_CREDIT_LIMIT / 100}. Please ask a manager.`,
    });
  }
  if (cost > operators.approvals.creditPaise) {
    if (await isAsking(command)) await needPossible(kernel, input);
    await needAgreement(command, {
      kind: 'credit',
      summary: { user_id: userId, offer_id: offerId, payout_paise: payoutPaise, cost_paise: cost },
      input,
      reason,
    });
  }
  // A call without a name is run again over a lost connection, too.
  const call = command.once ?? randomUUID();
  const seed = drawSeed(secrets);
  const clickId = randomBytes(16).toString('base64url');
  const { problem, completion_id } = oneRow(
    await kernel.move(
      (sql) => sql<CreditRow[]>`
        select * from credit_completion_once(${call}, ${JSON.stringify(actor)}::jsonb, ${userId}, ${offerId},
          ${reason}, ${payoutPaise}, ${seed}, ${clickId})`,
    ),
  );
  if (problem) throw new DomainError(codeOf[problem]);
  return completion_id;
}
