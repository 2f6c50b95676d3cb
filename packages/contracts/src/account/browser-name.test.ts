import { expect, test } from 'vitest';
import { joinBrowserName, translateBrowserName } from './browser-name.ts';

const hindi = {
  browserOn: ({ browser, system }: { browser: string; system: string }) => `${system} पर ${browser}`,
  unknownBrowser: 'अनजान ब्राउज़र',
};

test.each([
  ['Chrome', 'Android', 'Android पर Chrome'],
  ['Samsung Internet', 'Android', 'Android पर Samsung Internet'],
  ['Firefox', undefined, 'Firefox'],
  [undefined, 'iPhone', 'iPhone'],
  [undefined, undefined, 'अनजान ब्राउज़र'],
])('translates %s on %s in the word order of Hindi', (browser, system, expected) => {
  expect(translateBrowserName(joinBrowserName(browser, system), hindi)).toBe(expected);
});
