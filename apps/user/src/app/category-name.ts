import { offers as words } from '../words/words.ts';

const NAMES = {
  Survey: 'categorySurvey',
  App: 'categoryApp',
  Game: 'categoryGame',
  Shopping: 'categoryShopping',
} as const;

/** A category in the current language; an unknown one unchanged. */
export const categoryName = (category: string): string =>
  category in NAMES ? words[NAMES[category as keyof typeof NAMES]] : category;
