import { offers as words } from '../words/words.ts';

const NAMES = {
  Survey: 'categorySurvey',
  App: 'categoryApp',
  Game: 'categoryGame',
  Shopping: 'categoryShopping',
} as const;

/** Translates a category into the current language. An unknown category stays unchanged. */
export const categoryName = (category: string): string =>
  category in NAMES ? words[NAMES[category as keyof typeof NAMES]] : category;
