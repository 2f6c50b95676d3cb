/** Browser names in sessions and messages. Product names are the same in every language. */
export const UNKNOWN_BROWSER = 'Unknown browser';
const SEPARATOR = ' on ';

/** Returns `Chrome on Android`, only the known part, or `Unknown browser`. */
export const joinBrowserName = (browser: string | undefined, system: string | undefined): string =>
  browser && system ? `${browser}${SEPARATOR}${system}` : (browser ?? system ?? UNKNOWN_BROWSER);

export interface BrowserNameTexts {
  browserOn: (names: { browser: string; system: string }) => string;
  unknownBrowser: string;
}

/** Translates `Chrome on Android` to `Android पर Chrome`. */
export function translateBrowserName(name: string, words: BrowserNameTexts): string {
  if (name === UNKNOWN_BROWSER) return words.unknownBrowser;
  const [browser, system] = name.split(SEPARATOR);
  return browser && system ? words.browserOn({ browser, system }) : name;
}
