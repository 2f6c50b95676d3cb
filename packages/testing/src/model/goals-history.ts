import type { GoalEvent, KnownGoal } from './goals-reference.ts';
import { pick } from './history.ts';

const install: KnownGoal = { id: 'install', payout: 500, givesSpin: false };
const level: KnownGoal = { id: 'level', payout: 0, givesSpin: false };
const buy: KnownGoal = { id: 'buy', payout: 4000, givesSpin: true };

/** The goals of an offer, in order. */
export interface Goals {
  goals: readonly KnownGoal[];
  inOrder: boolean;
}
/** The histories use these goals in rotation. */
export const KINDS_OF_GOALS: readonly Goals[] = [
  { goals: [install, level, buy], inOrder: false },
  { goals: [install, level, buy], inOrder: true },
  { goals: [install, buy, level], inOrder: true },
  { goals: [], inOrder: false },
];

/** Postbacks that arrive at the same moment. */
export type GoalStep = GoalEvent[];

/**
 * Creates a random history of one click. Postbacks announce, confirm or reverse goals in any order; some goals are
 * unknown to the offer. In 25 of 100 histories an admin credits the offer. 30 of 100 postbacks are repeated.
 */
export function makeGoalHistory(click: string, { goals }: Goals, random: () => number): GoalStep[] {
  const ids = goals.map(({ id }) => id);
  const events: GoalEvent[] = [];
  for (let i = 2 + Math.floor(random() * 6); i > 0; i--) {
    const others = ids.length > 0 ? ['bonus', null] : ['bonus', 'extra', null];
    const goal = random() < 0.85 && ids.length > 0 ? pick(random, ids) : pick(random, others);
    const kind = pick(random, ['pending', 'approve', 'approve', 'approve', 'reverse'] as const);
    // Usually one transaction per goal; sometimes the transaction of another goal, or a second transaction.
    const transaction = `${click}-${random() < 0.85 ? goal : pick(random, [...ids, 'bonus', `${goal}-2`])}`;
    const payout = random() < 0.5 ? null : pick(random, [1234, 999, 0]);
    events.push({ kind, transaction, goal: kind === 'reverse' && random() < 0.7 ? null : goal, payout });
  }
  if (random() < 0.25) {
    events.splice(Math.floor(random() * (events.length + 1)), 0, { kind: 'credit', payout: pick(random, [0, 700]) });
  }
  const steps: GoalStep[] = [];
  for (const each of events) {
    const isRepeated = each.kind !== 'credit' && random() < 0.3;
    const atOnce = isRepeated && random() < 0.5;
    steps.push(atOnce ? [each, each] : [each]);
    if (isRepeated && !atOnce) steps.splice(Math.floor(random() * (steps.length + 1)), 0, [each]);
  }
  return steps;
}
