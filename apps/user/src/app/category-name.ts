import { offers as words } from '../words/words.ts';

const NAMES = {
  Survey: 'categorySurvey',
  App: 'categoryApp',
  Game: 'categoryGame',
  Shopping: 'categoryShopping',
} as const;

/** A category in the language that is spoken; one that is not known here as it is. */
export const categoryName = (category: string): string =>
  category in NAMES ? words[NAMES[category as keyof typeof NAMES]] : category;
