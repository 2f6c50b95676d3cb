import type { UserOffer } from '@inaam/contracts/offers/offers';
import { language } from '../words/words.ts';

interface OfferTexts {
  title: string;
  description: string;
  task: string;
  title_hi: string | null;
  description_hi: string | null;
  task_hi: string | null;
  /** Present only in the list of offers. */
  steps?: string[];
  steps_hi?: string[];
  goals?: UserOffer['goals'];
}

/** An offer in the language of the screen, with English texts where a translation is missing. */
export const translateOffer = <Offer extends OfferTexts>(offer: Offer): Offer =>
  language() === 'hi'
    ? {
        ...offer,
        title: offer.title_hi ?? offer.title,
        description: offer.description_hi ?? offer.description,
        task: offer.task_hi ?? offer.task,
        ...(offer.steps_hi?.length && { steps: offer.steps_hi }),
        ...(offer.goals && { goals: offer.goals.map((goal) => ({ ...goal, name: goal.name_hi ?? goal.name })) }),
      }
    : offer;

/** The `select` function of the query for the list of offers. */
export const translateOffers = <Answer extends { offers: OfferTexts[] }>(answer: Answer): Answer => ({
  ...answer,
  offers: answer.offers.map(translateOffer),
});

/** The `select` function of the query for the statistics. */
export const translateCompletions = <Answer extends { completions: OfferTexts[] }>(answer: Answer): Answer => ({
  ...answer,
  completions: answer.completions.map(translateOffer),
});
