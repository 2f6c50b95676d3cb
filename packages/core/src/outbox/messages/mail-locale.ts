import { DEFAULT_LANGUAGE, isLanguage, type Language, languages } from '@inaam/contracts/common/language';
import { getTexts } from '@inaam/words/format-texts';
import type { Words } from '@inaam/words/types';

/** The texts of mails in one language, and formats for dates in that language and in Indian time. */
export interface MailLocale {
  language: Language;
  words: Words<'mail'>;
  date: (at: string) => string;
  dateTime: (at: string) => string;
}

const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' } as const;

/**
 * Returns the locale of a language for mails.
 * @param chosen the stored language; the default locale is returned if no language has this name
 */
export function getMailLocale(chosen: unknown): MailLocale {
  const language = isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE;
  const { locale } = languages[language];
  const date = new Intl.DateTimeFormat(locale, day);
  const dateTime = new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' });
  return {
    language,
    words: getTexts(language, 'mail'),
    date: (at) => date.format(new Date(at)),
    dateTime: (at) => dateTime.format(new Date(at)),
  };
}
