import { type Language, languages } from '@inaam/contracts/common/language';
import messageFormat from '@messageformat/core';
import en from './en.ts';
import hi from './hi.ts';
import type { LanguageFiles, SectionName, Words } from './types.ts';

// MessageFormat is a CommonJS module, so its default import is the class in Node, but not for the compiler.
export const MessageFormat = messageFormat as unknown as new (
  language: string | ((count: number | string) => string),
) => { compile: (text: string) => (values: object) => string };

export const textsByLanguage: LanguageFiles = { en, hi };

/** Selects plural forms with Intl. MessageFormat takes the function's name as the language. */
function createPluralRule(language: Language) {
  const rules = new Intl.PluralRules(languages[language].locale);
  const select = (count: number | string) => rules.select(Number(count));
  Object.defineProperty(select, 'name', { value: language });
  return select;
}

const formattedSections = new Map<string, unknown>();

/** Returns a section of one language for the server, in the same shape as on screens. */
export function getTexts<S extends SectionName>(language: Language, section: S): Words<S> {
  const key = `${language} ${section}`;
  let words = formattedSections.get(key);
  if (!words) {
    const format = new MessageFormat(createPluralRule(language));
    words = Object.fromEntries(
      Object.entries<string>(textsByLanguage[language][section]).map(([name, text]) => [
        name,
        text.includes('{') ? format.compile(text) : text,
      ]),
    );
    formattedSections.set(key, words);
  }
  return words as Words<S>;
}
