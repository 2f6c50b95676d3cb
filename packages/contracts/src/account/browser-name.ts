/** How a browser's name stands in sessions and messages: product names alone are the same in every language. */
export const UNKNOWN_BROWSER = 'Unknown browser';
const JOINED = ' on ';

/** `Chrome on Android`, or what is known of it. */
export const joinBrowserName = (browser: string | undefined, system: string | undefined): string =>
  browser && system ? `${browser}${JOINED}${system}` : (browser ?? system ?? UNKNOWN_BROWSER);

/** The words that a language needs for it. */
export interface BrowserNameTexts {
  browserOn: (names: { browser: string; system: string }) => string;
  unknownBrowser: string;
}

/** Says such a name in a language: `Android पर Chrome`. */
export function translateBrowserName(name: string, words: BrowserNameTexts): string {
  if (name === UNKNOWN_BROWSER) return words.unknownBrowser;
  const [browser, system] = name.split(JOINED);
  return browser && system ? words.browserOn({ browser, system }) : name;
}
