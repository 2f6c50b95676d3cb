import type { UserOffer } from '@inaam/contracts/offers/offers';
import { defaultTasks } from '@inaam/contracts/offers/tasks';
import { offers as words } from '../../words/words.ts';
import { estimateMinutes } from './offer-view.ts';

const WORDS = { CPR: 'taskCPR', CPA: 'taskCPA', CPI: 'taskCPI' } as const;

const isModel = (model: string): model is keyof typeof WORDS => Object.hasOwn(WORDS, model);

/**
 * The offer's task in a few words. If the task is only the default text of the offer's model, returns the name of the
 * model and the minutes that the description names.
 */
export function formatTask(offer: UserOffer): string {
  const { model, task } = offer;
  if (!isModel(model) || task !== defaultTasks[model]) return task;
  const minutes = estimateMinutes(offer);
  const word = words[WORDS[model]];
  return minutes === undefined ? word : `${word} · ${words.minutes({ count: minutes })}`;
}
