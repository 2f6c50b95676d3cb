import { createRequire } from 'node:module';
import { type Language, languages } from '@inaam/contracts/common/language';
import messageFormat from '@messageformat/core';
import en from './en.ts';
import hi from './hi.ts';
import type { LanguageFiles, SectionName, Words } from './types.ts';

// A CommonJS module, whose default is the class itself in Node and something else to the compiler.
const MessageFormat = messageFormat as unknown as new (
  language: string | ((count: number | string) => string),
) => { compile: (text: string) => (values: object) => string };

// It has no types of its own.
const compileModule = createRequire(import.meta.url)('@messageformat/core/compile-module') as (
  format: object,
  messages: object,
) => string;

/** Every language's texts. */
export const texts: LanguageFiles = { en, hi };

/** The form of a count in a language, by Intl. MessageFormat takes the function's name for the language's. */
function pluralsOf(language: Language) {
  const rules = new Intl.PluralRules(languages[language].locale);
  const select = (count: number | string) => rules.select(Number(count));
  Object.defineProperty(select, 'name', { value: language });
  return select;
}

/** A text without names that are filled in, as MessageFormat writes it: a function that answers it. */
const CONSTANT = /: \(\) => ("(?:[^"\\]|\\.)*")/g;
const IMPORTED_PLURALS = /^import \{ \w+ \} from "@messageformat\/runtime\/lib\/cardinals";$/m;

/**
 * A module with some sections of one language, for a bundler: `export default { section: { key: … } }`. Texts are
 * strings, and functions where names are filled in, made by MessageFormat: nothing is parsed on a phone. Plurals and
 * numbers are Intl's.
 */
export function moduleOf(language: Language, sections: readonly SectionName[]): string {
  const { locale } = languages[language];
  const chosen = Object.fromEntries(sections.map((name) => [name, texts[language][name]]));
  const code = compileModule(new MessageFormat(language), chosen)
    .replaceAll(CONSTANT, ': $1')
    .replaceAll(`number("${language}", `, `number("${locale}", `)
    .replace(
      IMPORTED_PLURALS,
      `const rules = new Intl.PluralRules("${locale}");\nconst ${language} = (count) => rules.select(count);`,
    );
  return code;
}

const made = new Map<string, unknown>();

/** A section of one language for the server, with the same shape as screens have it. */
export function wordsOf<S extends SectionName>(language: Language, section: S): Words<S> {
  const key = `${language} ${section}`;
  let words = made.get(key);
  if (!words) {
    const format = new MessageFormat(pluralsOf(language));
    words = Object.fromEntries(
      Object.entries<string>(texts[language][section]).map(([name, text]) => [
        name,
        text.includes('{') ? format.compile(text) : text,
      ]),
    );
    made.set(key, words);
  }
  return words as Words<S>;
}
