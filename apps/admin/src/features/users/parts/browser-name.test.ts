import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

test('names the right browser although user agents name several browsers', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
  expect(browserName(chrome)).toBe('Chrome on Android');
  expect(browserName(chrome.replace('Linux; Android 14', 'Windows NT 10.0') + ' Edg/126.0')).toBe('Edge on Windows');
  expect(browserName('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605 Version/17.5 Safari/605')).toBe(
    'Safari on macOS',
  );
  expect(browserName('curl/8')).toBe('Unknown browser');
  expect(browserName(null)).toBe('Unknown browser');
});
