/** Languages of the app and its mails, with their native names and Intl locales. */
export const languages = {
  en: { name: 'English', locale: 'en-IN' },
  hi: { name: 'हिन्दी', locale: 'hi-IN' },
} as const;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as [Language, ...Language[]];

/** The language of the specification. It is used when the request names no supported language. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text);

/** The cookie with the language chosen in this browser. It lets the server send the right texts with the document. */
export const LANGUAGE_COOKIE = 'language';

/** @returns the first supported language: `['hi-IN', 'en']` gives `hi`; undefined if none is supported */
export const pickSupportedLanguage = (preferred: readonly string[]): Language | undefined =>
  preferred.map((tag) => tag.trim().toLowerCase().split('-')[0]).find(isLanguage);

/**
 * The language of a request: the stored choice, else `Accept-Language` (RFC 9110, section 12.5.4), else the default.
 */
export function getRequestLanguage(cookies: string | undefined, accepted: string | undefined): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookies ?? '')?.[1];
  if (isLanguage(chosen)) return chosen;
  const preferred = (accepted ?? '')
    .split(',')
    .map((part, at) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality), at };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at)
    .map(({ tag }) => tag);
  return pickSupportedLanguage(preferred) ?? DEFAULT_LANGUAGE;
}
