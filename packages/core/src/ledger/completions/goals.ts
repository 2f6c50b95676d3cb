import { toRupees } from '@inaam/contracts/common/money';
import type { Conversion } from '@inaam/contracts/completions/conversions';

/** An additional goal of a completion, as SQL aggregates it. */
export interface GoalRow {
  goal_id: string;
  paise: number;
  status: 'pending' | 'approved' | 'reversed';
}

export const listGoals = (goals: readonly GoalRow[] | null): Conversion['goals'] =>
  (goals ?? []).map(({ goal_id, paise, status }) => ({ goal_id, amount: toRupees(paise), status }));
