import type { StoredGoal } from '@inaam/db/schema/offers';
import { GOAL_PARTS } from './parse.ts';

/**
 * The events of an item as goals. Which one gives the spin is ours to say; else it is the last, the offer's end.
 * @param were the offer's own
 */
export function parseGoals(lines: string, were: readonly StoredGoal[]): StoredGoal[] {
  const goals = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [goal_id = '', name = '', payout = ''] = line.split(GOAL_PARTS);
      return { goal_id, name, payout_paise: payout === '' ? null : Math.round(Number(payout) * 100) };
    });
  const given = were.find(({ gives_spin }) => gives_spin)?.goal_id;
  const spin = goals.some(({ goal_id }) => goal_id === given) ? given : goals.at(-1)?.goal_id;
  return goals.map((goal) => ({ ...goal, gives_spin: goal.goal_id === spin }));
}
