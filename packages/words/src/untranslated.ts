import type { Language } from '@inaam/contracts/common/language';
import type { Translation } from './types.ts';

/** How a text of a language is known from English: letters of its script (https://unicode.org/reports/tr24/). */
const SCRIPTS: Partial<Record<Language, RegExp>> = { hi: /\p{Script=Devanagari}/u };

/** What stands between braces or tags is filled in, and in no language. */
const FILLED = /\{\w+\}|<\/?\w+>/g;

/** @returns a line for each text of a language that has letters, and none of the language's own */
export function findUntranslated(translation: Translation, language: Language): string[] {
  const own = SCRIPTS[language];
  if (!own) return [];
  return Object.entries<Record<string, string>>(translation).flatMap(([section, keys]) =>
    Object.entries(keys)
      .filter(([, text]) => /\p{L}/u.test(text.replaceAll(FILLED, '')) && !own.test(text))
      .map(([key, text]) => `${section}.${key}: ${text}`),
  );
}
