import type { StoredGoal } from '@inaam/db/schema/offers';
import { GOAL_PARTS } from './parse.ts';

/**
 * Parses an item's events as goals. The goal that gives the spin stays the same if it is still listed. Otherwise the
 * last goal gives the spin. A goal with the same ID and English name keeps its Hindi name, because feeds have no Hindi.
 * @param previousGoals the offer's current goals
 */
export function parseGoals(lines: string, previousGoals: readonly StoredGoal[]): StoredGoal[] {
  const goals = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [goal_id = '', name = '', payout = ''] = line.split(GOAL_PARTS);
      return { goal_id, name, payout_paise: payout === '' ? null : Math.round(Number(payout) * 100) };
    });
  const previousSpinGoal = previousGoals.find(({ gives_spin }) => gives_spin)?.goal_id;
  const spinGoal = goals.some(({ goal_id }) => goal_id === previousSpinGoal) ? previousSpinGoal : goals.at(-1)?.goal_id;
  return goals.map((goal) => {
    const previousGoal = previousGoals.find(({ goal_id, name }) => goal_id === goal.goal_id && name === goal.name);
    return {
      ...goal,
      ...(previousGoal?.name_hi && { name_hi: previousGoal.name_hi }),
      gives_spin: goal.goal_id === spinGoal,
    };
  });
}
