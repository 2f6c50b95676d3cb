import { type Language, languageNames } from '@inaam/contracts/common/language';
import { describe, expect, test } from 'vitest';
import { bundles, serverSections } from './bundles.ts';
import { compileSections } from './compile.ts';
import { getTexts, textsByLanguage } from './format-texts.ts';
import type { Placeholders, SectionName, Translation } from './types.ts';
import { findUntranslated } from './untranslated.ts';

const translatedLanguages = languageNames.filter((language) => language !== 'en');
/** Lists every text of a language: `section.key`, and the text. */
const listTexts = (language: Language): [string, string][] =>
  Object.entries<Record<string, string>>(textsByLanguage[language]).flatMap(([section, keys]) =>
    Object.entries(keys).map(([key, text]): [string, string] => [`${section}.${key}`, text]),
  );
const english = new Map(listTexts('en'));
const names = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?=[},])/g)].map(([, name = '']) => name))].sort();
const tags = (text: string): string[] => [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag).sort();

describe.each(translatedLanguages)('the texts in %s', (language) => {
  test('are in the script of the language, and have the placeholders and tags of English', () => {
    for (const [key, text] of listTexts(language)) {
      const source = english.get(key) ?? '';
      expect([key, names(text)]).toEqual([key, names(source)]);
      expect([key, tags(text)]).toEqual([key, tags(source)]);
    }
    expect(findUntranslated(textsByLanguage[language], language)).toEqual([]);
  });

  test('compile to one module per bundle, which has the bundle’s sections', async () => {
    for (const sections of Object.values(bundles)) {
      const code = compileSections(language, sections).replace(/^import \{.*\} from "@messageformat\/runtime";$/m, '');
      const compiled = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: object };
      expect(Object.keys(compiled.default)).toEqual([...sections]);
    }
  });
});

test('finds a text that was left in English', () => {
  const translation = {
    ...textsByLanguage.hi,
    app: { ...textsByLanguage.hi.app, retry: 'Retry' },
  } satisfies Translation;
  expect(findUntranslated(translation, 'hi')).toEqual(['app.retry: Retry']);
});

test('puts every section into exactly one bundle, or into the sections of the server', () => {
  const sections = [...Object.values(bundles).flat(), ...serverSections];
  expect([...sections].sort()).toEqual(Object.keys(textsByLanguage.en).sort());
});

test('uses the plural forms and numbers of the language', () => {
  expect(getTexts('en', 'offers').minutes({ count: 1 })).toBe('About 1 minute');
  expect(getTexts('en', 'offers').minutes({ count: 12 })).toBe('About 12 minutes');
  expect(getTexts('hi', 'vouchers').daysLeft({ count: 3 })).toBe('3 दिन बाकी');
});

describe.each(languageNames)('the plurals in %s', (language) => {
  const plurals = listTexts(language).filter(([, text]) => text.includes(', plural,'));
  const singular = { en: /\b(?:1|one)\b/, hi: /1|एक/ }[language];

  test('are in the same texts as in English', () => {
    const englishPlurals = listTexts('en').filter(([, text]) => text.includes(', plural,'));
    expect(plurals.map(([key]) => key)).toEqual(englishPlurals.map(([key]) => key));
    expect(plurals.length).toBeGreaterThan(10);
  });

  test.each(plurals)('name the number for the counts 0, 1 and 2: %s', (key, text) => {
    const [section, name] = key.split('.') as [SectionName, string];
    const words = getTexts(language, section) as unknown as Record<string, (values: object) => string>;
    const formatPlural = (count: number) =>
      words[name]?.({ ...Object.fromEntries(names(text).map((placeholder) => [placeholder, 'x'])), count });
    // In Hindi the singular form also covers 0.
    expect(formatPlural(0)).toMatch(/(?<!\d)0(?!\d)/);
    expect(formatPlural(0)).not.toMatch(singular);
    expect(formatPlural(1)).toMatch(singular);
    expect(formatPlural(2)).toMatch(/(?<!\d)2(?!\d)/);
    for (const count of [0, 1, 2]) expect(formatPlural(count)).not.toMatch(/[#{}]|undefined/);
    if (language !== 'en') return;
    expect(formatPlural(1)).not.toMatch(/\b(?:1|one) (?:days|minutes|steps|draws|were)\b/);
    for (const count of [0, 2]) expect(formatPlural(count)).not.toMatch(/\d (?:day|minute|step|draw|was)\b/);
  });
});

test('rejects missing and unknown texts, missing placeholders and missing values at compile time', () => {
  const { app, ...rest } = textsByLanguage.hi;
  const { retry: _, ...short } = app;
  // @ts-expect-error a key is missing
  ({ ...rest, app: short }) satisfies Translation;
  // @ts-expect-error a key is unknown
  ({ ...rest, app: { ...app, other: 'x' } }) satisfies Translation;
  // @ts-expect-error the text lacks its placeholder
  ({ ...rest, app, offers: { ...textsByLanguage.hi.offers, minutes: 'मिनट' } }) satisfies Translation;
  const name: Placeholders<'{count, plural, one {# day of {what}} other {# days of {what}}}'> = 'what';
  // @ts-expect-error a value is missing
  expect(getTexts('en', 'vouchers').from({})).not.toBe(name);
});
