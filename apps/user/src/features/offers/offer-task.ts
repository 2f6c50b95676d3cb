import type { UserOffer } from '@inaam/contracts/offers/offers';
import { offers as words } from '../../words/words.ts';
import { estimateMinutes } from './offer-view.ts';

const TASKS = { CPR: 'taskCPR', CPA: 'taskCPA', CPI: 'taskCPI' } as const;

/** The task in a few words, with the minutes that its description names. */
export function formatTask(offer: UserOffer): string {
  const task = offer.model in TASKS ? words[TASKS[offer.model as keyof typeof TASKS]] : offer.model;
  const minutes = estimateMinutes(offer);
  return minutes === undefined ? task : `${task} · ${words.minutes({ count: minutes })}`;
}
