import type { Role, Scope } from '@inaam/contracts/access/permissions';
import { DomainError } from '@inaam/contracts/common/errors';
import type { Tx } from '@inaam/db/client';
import { sql } from 'drizzle-orm';
import type { Actor } from './actor.ts';
import type { ApprovalFacts } from './approval-facts.ts';
import { sha256 } from './digest.ts';
import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';
import { runOnce } from './run-once.ts';

/** The limits of what one person decides. Amounts in paise, shares in percent. */
export interface ApprovalRules {
  /** `two_owners`: while there is another owner who can agree. `always`: before there is one, too. */
  when: 'two_owners' | 'always' | 'off';
  /** A credit by hand that may cost more. */
  creditPaise: number;
  /** Odds whose expected cost is more than this share of the payout. */
  oddsShare: number;
  /** Odds whose expected cost is more, whatever the payout. */
  oddsCostPaise: number;
  /** Voucher codes that one caller reads in the clear within 24 hours. */
  codes: number;
  /** A change of a network's rate by more than this share. */
  rateShare: number;
  /** How long a request waits. */
  hours: number;
}

/** A request for a second person: a command by its name, with the input to execute it with. */
export interface RequestDraft {
  command: string;
  /** Stored sealed, so secrets may be in it. */
  input: unknown;
  facts: ApprovalFacts;
  reason?: string | undefined;
}

/** Keeps requests until another owner decides. */
export interface ApprovalRequests {
  /** Records the request and mails the other owners. The same request again replaces the waiting one's input. */
  record(tx: Tx, actor: Actor, draft: RequestDraft): Promise<void>;
}

/** A request that a second person has approved, while its command is executed. */
export interface ApprovedRequest {
  /** The facts that the second person was shown. */
  facts: ApprovalFacts;
  /** Of the facts as recorded, see {@link hashFacts}: a column of JSON does not keep the order of keys. */
  digest: string;
}

/** What a command under a policy needs of its context. */
export interface ApprovalContext {
  kernel: Kernel;
  actor: Actor;
  operators: { approvals: ApprovalRules };
  approvalRequests: ApprovalRequests;
  once?: string | undefined;
  approved?: ApprovedRequest | undefined;
  /** Asks an admin for a recent proof of identity: throws STEP_UP_REQUIRED without one. Absent where none is needed. */
  prove?: (() => void) | undefined;
}

/** Under which name a command's requests are stored, and who may have it executed. */
export interface PolicyHeader {
  /** `noun.verb` */
  name: string;
  /** The least role that the asker must still have when the request is executed. */
  role: Role;
  /** The scope that the asker's key must still reach; without one no key can ask. */
  scope?: Scope;
}

export interface PolicyDecision<State> {
  /** What was read on locked rows, for the act. */
  state: State;
  /** What a second person has to judge; undefined where one person is enough. */
  facts: ApprovalFacts | undefined;
}

export interface ApprovalPolicy<Context extends ApprovalContext, Input, State, Result, Answer> extends PolicyHeader {
  /** Locks the rows that it judges by. Refuses what could not be done, so that nobody is asked for it. */
  judge(tx: Tx, context: Context, input: Input): Promise<PolicyDecision<State>>;
  /** @returns what `once` keeps, as JSON: no secret may be in it */
  act(tx: Tx, context: Context, input: Input, state: State): Promise<Result>;
  /** Runs after the commit. */
  answer(context: Context, result: Result): Answer | Promise<Answer>;
}

/** A command with the policy that it is under. */
export type ApprovableCommand<Context extends ApprovalContext = never, Input = never, Answer = unknown> = ((
  context: Context,
  input: Input,
) => Promise<Answer>) & { policy: PolicyHeader };

export const hashFacts = ({ kind, summary }: ApprovalFacts): string => sha256(JSON.stringify([kind, summary]));

/** Declares the policy of a command that judges in its own way. */
export const withPolicy = <Context extends ApprovalContext, Input, Answer>(
  policy: PolicyHeader,
  run: (context: Context, input: Input) => Promise<Answer>,
): ApprovableCommand<Context, Input, Answer> => Object.assign(run, { policy });

/**
 * A command that may need a second person. One transaction judges on locked rows and commits either the act or a
 * request. An approved request is judged again in the transaction that executes it.
 * @throws DomainError WAITS_FOR_APPROVAL once the request is committed, REQUEST_OUT_OF_DATE where the approved facts
 *   have changed
 */
export function requiresApproval<Context extends ApprovalContext, Input, State, Result, Answer>(
  policy: ApprovalPolicy<Context, Input, State, Result, Answer>,
): ApprovableCommand<Context, Input, Answer> {
  return withPolicy(policy, async (context, input) => {
    const result = await executeOrRequestApproval(context, (tx) =>
      runOnce(tx, policy.name, context.once, async (): Promise<Outcome<Result>> => {
        const { state, facts } = await policy.judge(tx, context, input);
        const waiting = await getRequestFacts(tx, context, facts);
        if (waiting) return recordRequest(tx, context, { command: policy.name, input, facts: waiting });
        return { done: await policy.act(tx, context, input, state) };
      }),
    );
    return policy.answer(context, result);
  });
}

/** What a transaction commits. */
export type Outcome<Result> = { done: Result } | { waits: true };

/** @throws DomainError WAITS_FOR_APPROVAL after the commit: thrown before it, the error would undo the request */
export async function executeOrRequestApproval<Result>(
  { kernel }: Pick<ApprovalContext, 'kernel'>,
  work: (tx: Tx) => Promise<Outcome<Result>>,
): Promise<Result> {
  const outcome = await kernel.write(work);
  if ('waits' in outcome) throw new DomainError('WAITS_FOR_APPROVAL');
  return outcome.done;
}

export async function recordRequest(
  tx: Tx,
  { actor, approvalRequests }: Pick<ApprovalContext, 'actor' | 'approvalRequests'>,
  draft: RequestDraft,
): Promise<{ waits: true }> {
  await approvalRequests.record(tx, actor, draft);
  return { waits: true };
}

/**
 * The facts to record a request with in place of the act; undefined where the act may be done.
 * @throws DomainError REQUEST_OUT_OF_DATE
 */
async function getRequestFacts(
  tx: Tx,
  { actor, operators, approved }: ApprovalContext,
  facts: ApprovalFacts | undefined,
): Promise<ApprovalFacts | undefined> {
  if (approved) {
    if (!facts || hashFacts(facts) !== approved.digest) throw new DomainError('REQUEST_OUT_OF_DATE');
    return undefined;
  }
  if (!facts || actor.kind === 'system') return undefined;
  return (await needsSecondPerson(tx, operators.approvals)) ? facts : undefined;
}

/**
 * Whether two people are needed by the number of owners, which stays the same until the end of the transaction. Lock
 * rows of admins only after this call.
 */
export async function needsSecondPerson(tx: Tx, { when }: ApprovalRules): Promise<boolean> {
  const rows = await tx.execute<{ needed: boolean }>(sql`select is_second_person_needed(${when}) as needed`);
  return oneRow(rows).needed;
}
