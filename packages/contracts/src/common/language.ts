/** The languages that the app and its mails speak, each with its own name and how Intl is asked for it. */
export const languages = {
  en: { name: 'English', locale: 'en-IN' },
  hi: { name: 'हिन्दी', locale: 'hi-IN' },
} as const;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as [Language, ...Language[]];

/** What is spoken where nobody said otherwise, and what the specification writes. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text);

/** Where a browser keeps a choice, so that the server sends the words with the document. */
export const LANGUAGE_COOKIE = 'language';

/** The first language of a list that is spoken here: `['hi-IN', 'en']` is `hi`; undefined where none is. */
export const pickSupportedLanguage = (wanted: readonly string[]): Language | undefined =>
  wanted.map((tag) => tag.trim().toLowerCase().split('-')[0]).find(isLanguage);

/**
 * The language for a request: the choice that the browser keeps, else what `Accept-Language` asks for first
 * (RFC 9110, section 12.5.4), else the default.
 */
export function getRequestLanguage(cookies: string | undefined, accepted: string | undefined): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies ?? '')?.[1];
  if (isLanguage(chosen)) return chosen;
  const wanted = (accepted ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality), at };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at)
    .map(({ tag }) => tag);
  return pickSupportedLanguage(wanted) ?? DEFAULT_LANGUAGE;
}
