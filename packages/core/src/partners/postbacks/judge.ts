import type { PostbackKind, PostbackOutcome, Replies } from '@inaam/contracts/networks/networks';
import type { Actor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateSeed } from '../../ledger/spins/seed.ts';
import { ADDRESS_NOT_ALLOWED, NOT_SIGNED, type Verdict } from './read.ts';

/** The result of a postback. */
export interface Judgement {
  outcome: PostbackOutcome;
  /** null if the status is not mapped, or if `readPostback` refused the postback or had no key to verify it. */
  kind: PostbackKind | null;
  reason: string | null;
  completionId: number | null;
  /** Whether the sender was not authenticated. The reply then reveals only this. */
  forged: boolean;
  /** The network's own replies, where they differ from the defaults. */
  replies: Replies;
  /** Returns a value of the postback for use in a reply; '' where there is none. */
  echo: (name: string) => string;
}

/** For postbacks whose values are not echoed. */
export const echoNothing = (): string => '';

export const isUnauthenticated = (outcome: PostbackOutcome, reason: string | null): boolean =>
  outcome === 'refused' && (reason === NOT_SIGNED || reason === ADDRESS_NOT_ALLOWED);

/** A verdict with the hash by which repeats are found; the hash is null if the postback cannot be decrypted. */
export type HashedVerdict = Verdict & { call_hash: string | null };

/** `secrets` encrypts the seed of a new completion. */
interface JudgingServices {
  kernel: Pick<Kernel, 'runIdempotent'>;
  secrets: SecretBox;
}

/**
 * Judges a stored postback and applies its effect, in one transaction: see `judge_postback` in packages/db.
 * @param id the postback's row
 * @param verdict what `readPostback` returned for it
 */
export async function judgePostback(
  services: JudgingServices,
  id: number,
  replies: Replies,
  verdict: HashedVerdict,
  echo: Judgement['echo'] = echoNothing,
): Promise<Judgement> {
  return toJudgement(await runJudgement(services, id, verdict, null), replies, verdict, echo);
}

export interface JudgedRow {
  outcome: PostbackOutcome;
  reason: string | null;
  completion_id: number | null;
}

export function toJudgement(row: JudgedRow, replies: Replies, verdict: Verdict, echo: Judgement['echo']): Judgement {
  const forged = isUnauthenticated(row.outcome, row.reason);
  return {
    outcome: row.outcome,
    kind: verdict.kind ?? null,
    reason: row.reason,
    completionId: row.completion_id,
    forged,
    replies,
    echo: forged ? echoNothing : echo,
  };
}

/** Why a postback is judged again. */
export type RejudgementCause = 'replay' | 'match' | 'settings';

/** Judges a stored postback again. If it has had an effect already, the effect stays. */
export const judgePostbackAgain = (
  services: JudgingServices,
  id: number,
  verdict: HashedVerdict,
  rejudgement: { cause: RejudgementCause; actor: Actor },
): Promise<Pick<Judgement, 'outcome' | 'reason'>> => runJudgement(services, id, verdict, JSON.stringify(rejudgement));

async function runJudgement(
  { kernel, secrets }: JudgingServices,
  id: number,
  verdict: HashedVerdict,
  rejudgement: string | null,
) {
  // Each judgement gets a seed; it is used only if the judgement creates a completion.
  const seed = generateSeed(secrets);
  const rows = await kernel.runIdempotent(
    (sql) => sql<JudgedRow[]>`
      select outcome, reason, completion_id
      from judge_postback(${id},
        jsonb_populate_record(null::postback_verdict, ${JSON.stringify(verdict)}::text::jsonb), ${seed},
        ${rejudgement}::jsonb)`,
  );
  return oneRow(rows);
}
