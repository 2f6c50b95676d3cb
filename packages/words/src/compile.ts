import { createRequire } from 'node:module';
import { type Language, languages } from '@inaam/contracts/common/language';
import { MessageFormat, textsByLanguage } from './format-texts.ts';
import type { SectionName } from './types.ts';

// It has no types of its own.
const compileModule = createRequire(import.meta.url)('@messageformat/core/compile-module') as (
  format: object,
  messages: object,
) => string;

/** A text without names that are filled in, as MessageFormat writes it: a function that answers it. */
const CONSTANT = /: \(\) => ("(?:[^"\\]|\\.)*")/g;
const IMPORTED_PLURALS = /^import \{ \w+ \} from "@messageformat\/runtime\/lib\/cardinals";$/m;

/**
 * A module with some sections of one language, for a bundler: `export default { section: { key: … } }`. Texts are
 * strings, and functions where names are filled in, made by MessageFormat: nothing is parsed on a phone. Plurals and
 * numbers are Intl's.
 */
export function compileSections(language: Language, sections: readonly SectionName[]): string {
  const { locale } = languages[language];
  const chosen = Object.fromEntries(sections.map((name) => [name, textsByLanguage[language][name]]));
  const code = compileModule(new MessageFormat(language), chosen)
    .replaceAll(CONSTANT, ': $1')
    .replaceAll(`number("${language}", `, `number("${locale}", `)
    .replace(
      IMPORTED_PLURALS,
      `const rules = new Intl.PluralRules("${locale}");\nconst ${language} = (count) => rules.select(count);`,
    );
  return code;
}
