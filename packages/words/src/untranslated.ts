import type { Language } from '@inaam/contracts/common/language';
import type { Translation } from './types.ts';

/** The script that distinguishes a language from English (https://unicode.org/reports/tr24/). */
const SCRIPTS: Partial<Record<Language, RegExp>> = { hi: /\p{Script=Devanagari}/u };

/** Placeholders and tags belong to no language. */
const PLACEHOLDERS_AND_TAGS = /\{\w+\}|<\/?\w+>/g;

/** @returns a line for each text that has letters, but none in the script of the language */
export function findUntranslated(translation: Translation, language: Language): string[] {
  const script = SCRIPTS[language];
  if (!script) return [];
  return Object.entries<Record<string, string>>(translation).flatMap(([section, keys]) =>
    Object.entries(keys)
      .filter(([, text]) => /\p{L}/u.test(text.replaceAll(PLACEHOLDERS_AND_TAGS, '')) && !script.test(text))
      .map(([key, text]) => `${section}.${key}: ${text}`),
  );
}
