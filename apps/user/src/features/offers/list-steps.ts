import type { UserOffer } from '@inaam/contracts/offers/offers';

/** One step of an offer. `isDone`: the network has reported the step. */
export interface Step {
  text: string;
  isDone: boolean;
}

/**
 * Lists the steps in order. Networks report goals. If an offer has as many steps as goals, each step is ticked when its
 * goal is reached. Otherwise the goals come first, and the steps are never ticked.
 */
export function listSteps({ steps, goals }: UserOffer): Step[] {
  const isSame = steps.length === goals.length;
  const unreported = isSame ? [] : steps.map((text) => ({ text, isDone: false }));
  return goals
    .map(({ name, reached }, at) => ({ text: (isSame && steps[at]) || name, isDone: reached }))
    .concat(unreported);
}
