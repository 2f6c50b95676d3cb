import { createRequire } from 'node:module';
import { type Language, languages } from '@inaam/contracts/common/language';
import { MessageFormat, textsByLanguage } from './format-texts.ts';
import type { SectionName } from './types.ts';

// The package has no types for this module.
const compileModule = createRequire(import.meta.url)('@messageformat/core/compile-module') as (
  format: object,
  messages: object,
) => string;

/** Matches a text without placeholders in MessageFormat's output, which is a function that returns the text. */
const CONSTANT = /: \(\) => ("(?:[^"\\]|\\.)*")/g;
const IMPORTED_PLURALS = /^import \{ \w+ \} from "@messageformat\/runtime\/lib\/cardinals";$/m;

/**
 * Compiles sections of one language to a module: `export default { section: { key: … } }`. Texts are strings, or
 * functions if they have placeholders, so that a phone parses nothing. Plurals and numbers use Intl.
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
