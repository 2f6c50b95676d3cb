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

/** Limits of what one person may decide. Amounts in paise, shares in percent. */
export interface ApprovalRules {
  /**
   * `two_owners`: only while there are at least two owners. An owner who was removed within the last 72 hours still
   * counts. `always`: even without a second owner. `off`: never.
   */
  when: 'two_owners' | 'always' | 'off';
  /** Cost of a person's manual credits within 24 hours. */
  creditPaise: number;
  /** Expected cost of a spin, as a share of the payout. */
  oddsShare: number;
  /** Expected cost of a spin, regardless of the payout. */
  oddsCostPaise: number;
  /** Voucher codes that a caller reads in clear text within 24 hours. */
  codes: number;
  /** Value of the voucher codes that a caller reads in clear text within 24 hours. */
  codesPaise: number;
  /** Change of a network's rate, as a share of the rate. */
  rateShare: number;
  /** Lifetime of a request in hours. */
  hours: number;
}

/** A request for approval: a command's name with the input for its execution. */
export interface RequestDraft {
  command: string;
  /** Stored sealed, so it may contain secrets. */
  input: unknown;
  facts: ApprovalFacts;
  reason?: string | undefined;
}

/** Stores requests until another owner decides. */
export interface ApprovalRequests {
  /** Records the request and mails the other owners. A repeated request replaces the input of the pending one. */
  record(tx: Tx, actor: Actor, draft: RequestDraft): Promise<void>;
}

/** An approved request whose command is being executed. */
export interface ApprovedRequest {
  facts: ApprovalFacts;
  /**
   * The result of {@link hashFacts} when the request was recorded. It is stored, because a JSON column does not keep
   * the order of keys.
   */
  digest: string;
}

/** What a command with a policy needs from its context. */
export interface ApprovalContext {
  kernel: Kernel;
  actor: Actor;
  backOfficePolicy: { approvals: ApprovalRules };
  approvalRequests: ApprovalRequests;
  runOnceKey?: string | undefined;
  approved?: ApprovedRequest | undefined;
  /** Requires a recent proof of identity; throws STEP_UP_REQUIRED. Absent if no proof is needed. */
  requireStepUp?: (() => void) | undefined;
}

/** The name under which requests are stored, and what the requester needs for their execution. */
export interface PolicyHeader {
  /** `noun.verb` */
  name: string;
  /** Minimum role that the requester must still have at execution. */
  role: Role;
  /** Scope that the requesting service key must still have at execution. If absent, service keys cannot request. */
  scope?: Scope;
}

export interface PolicyDecision<State> {
  /** Values read from locked rows, for `act`. */
  state: State;
  /** Facts for a second person; undefined if one person is enough. */
  facts: ApprovalFacts | undefined;
}

export interface ApprovalPolicy<Context extends ApprovalContext, Input, State, Result, Answer> extends PolicyHeader {
  /** Locks rows and decides on them. Throws for an impossible input, so that no second person is asked about it. */
  judge(tx: Tx, context: Context, input: Input): Promise<PolicyDecision<State>>;
  /** @returns a JSON result, which {@link runOnce} stores and which must therefore not contain secrets */
  act(tx: Tx, context: Context, input: Input, state: State): Promise<Result>;
  answer(context: Context, result: Result): Answer | Promise<Answer>;
}

export type ApprovableCommand<Context extends ApprovalContext = never, Input = never, Answer = unknown> = ((
  context: Context,
  input: Input,
) => Promise<Answer>) & { policy: PolicyHeader };

export const hashFacts = ({ kind, summary }: ApprovalFacts): string => sha256(JSON.stringify([kind, summary]));

/** Attaches a policy to a command that itself decides whether it needs approval. */
export const withPolicy = <Context extends ApprovalContext, Input, Answer>(
  policy: PolicyHeader,
  run: (context: Context, input: Input) => Promise<Answer>,
): ApprovableCommand<Context, Input, Answer> => Object.assign(run, { policy });

/**
 * Builds a command that may need a second person. One transaction decides on locked rows and commits either the act or
 * a request. An approved request is decided again in the transaction that executes it.
 * @throws DomainError WAITS_FOR_APPROVAL after the request is committed, REQUEST_OUT_OF_DATE if the approved facts
 *   changed
 */
export function requiresApproval<Context extends ApprovalContext, Input, State, Result, Answer>(
  policy: ApprovalPolicy<Context, Input, State, Result, Answer>,
): ApprovableCommand<Context, Input, Answer> {
  return withPolicy(policy, async (context, input) => {
    const result = await executeOrRequestApproval(context, (tx) =>
      runOnce(tx, policy.name, context.runOnceKey, async (): Promise<Outcome<Result>> => {
        const { state, facts } = await policy.judge(tx, context, input);
        const waiting = await getRequestFacts(tx, context, facts);
        if (waiting) return recordRequest(tx, context, { command: policy.name, input, facts: waiting });
        return { done: await policy.act(tx, context, input, state) };
      }),
    );
    return policy.answer(context, result);
  });
}

export type Outcome<Result> = { done: Result } | { waits: true };

/** @throws DomainError WAITS_FOR_APPROVAL after the commit, because an earlier error would roll the request back */
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
 * Returns the facts to record as a request; undefined if the act may proceed.
 * @throws DomainError REQUEST_OUT_OF_DATE
 */
async function getRequestFacts(
  tx: Tx,
  { actor, backOfficePolicy, approved }: ApprovalContext,
  facts: ApprovalFacts | undefined,
): Promise<ApprovalFacts | undefined> {
  if (approved) {
    if (!facts || hashFacts(facts) !== approved.digest) throw new DomainError('REQUEST_OUT_OF_DATE');
    return undefined;
  }
  if (!facts || actor.kind === 'system') return undefined;
  return (await needsSecondPerson(tx, backOfficePolicy.approvals)) ? facts : undefined;
}

/**
 * Returns whether a second person is needed. Locks the number of owners until the end of the transaction, so lock rows
 * of admins only after this call.
 */
export async function needsSecondPerson(tx: Tx, { when }: ApprovalRules): Promise<boolean> {
  const rows = await tx.execute<{ needed: boolean }>(sql`select is_second_person_needed(${when}) as needed`);
  return oneRow(rows).needed;
}
