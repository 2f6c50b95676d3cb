import type { PostbackKind, PostbackOutcome, Replies } from '@inaam/contracts/networks/networks';
import type { Actor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateSeed } from '../../ledger/spins/seed.ts';
import { ADDRESS_NOT_ALLOWED, NOT_SIGNED, type Verdict } from './read.ts';

/** What became of a postback. */
export interface Judgement {
  outcome: PostbackOutcome;
  /** null where it says nothing that is understood. */
  kind: PostbackKind | null;
  reason: string | null;
  completionId: number | null;
  /** The sender did not prove to be the network, and its reply says nothing more than that. */
  forged: boolean;
  /** The replies that the network wants, where they differ from the standard ones. */
  replies: Replies;
  /** A value of the call, for replies that give some back; '' where there is none. */
  echo: (name: string) => string;
}

/** For calls whose values are not given back. */
export const withoutEcho = (): string => '';

/** Did the sender fail to prove to be the network? */
export const isUnauthenticated = (outcome: PostbackOutcome, reason: string | null): boolean =>
  outcome === 'refused' && (reason === NOT_SIGNED || reason === ADDRESS_NOT_ALLOWED);

/** What was read in a call, with its hash, by which its repeats find it; null where the call cannot be read. */
export type HashedVerdict = Verdict & { call_hash: string | null };

/** What judging needs: a seed is drawn and sealed where a completion is made. */
interface Judging {
  kernel: Pick<Kernel, 'move'>;
  secrets: SecretBox;
}

/**
 * Gives a stored postback its outcome and its effect, in one move: see `judge_postback` in packages/db.
 * @param id of its row
 * @param verdict what `readPostback` returned for it
 */
export async function judgePostback(
  services: Judging,
  id: number,
  replies: Replies,
  verdict: HashedVerdict,
  echo: Judgement['echo'] = withoutEcho,
): Promise<Judgement> {
  return toJudgement(await moveJudge(services, id, verdict, null), replies, verdict, echo);
}

/** What a judgement gives back. */
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
    echo: forged ? withoutEcho : echo,
  };
}

/** Why a postback is judged again. */
export type Cause = 'replay' | 'match' | 'settings';

/** Judges a stored postback again. What had its effect keeps it. */
export const judgePostbackAgain = (
  services: Judging,
  id: number,
  verdict: HashedVerdict,
  again: { cause: Cause; actor: Actor },
): Promise<Pick<Judgement, 'outcome' | 'reason'>> => moveJudge(services, id, verdict, JSON.stringify(again));

async function moveJudge({ kernel, secrets }: Judging, id: number, verdict: HashedVerdict, again: string | null) {
  // Drawn for each judgement, used only where it makes a completion.
  const seed = generateSeed(secrets);
  const rows = await kernel.move(
    (sql) => sql<JudgedRow[]>`
      select outcome, reason, completion_id
      from judge_postback(${id},
        jsonb_populate_record(null::postback_verdict, ${JSON.stringify(verdict)}::text::jsonb), ${seed},
        ${again}::jsonb)`,
  );
  return oneRow(rows);
}
