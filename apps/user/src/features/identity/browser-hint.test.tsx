import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { isInOtherApp } from './browser-hint.tsx';

const app = renderApp();
beforeEach(() => {
  app.answers['user.site'] = () => ({
    brandName: 'Inaam',
    supportEmail: 'help@example.com',
    networkName: 'Sandbox Network',
    minimumAge: 13,
    deletionDays: 7,
    provider: { kind: 'sandbox', chooserUrl: 'http://localhost:3002/chooser' },
  });
});

const MOBILE = 'Mozilla/5.0 (Linux; Android 14; SM-A155F';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36';

test.each([
  [`${MOBILE} Build/UP1A; wv) ${CHROME}`, true],
  [`${MOBILE} Build/UP1A; wv) ${CHROME} Instagram 340.0.0.22.109 Android`, true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 339.0', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/468.0]', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari Line/14.9.0', true],
  [`${MOBILE}) ${CHROME}`, false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1', false],
  [`${MOBILE}) ${CHROME} SamsungBrowser/25.0`, false],
])('detects whether a browser is inside another app: %s', (userAgent, expected) => {
  expect(isInOtherApp(userAgent)).toBe(expected);
});

test.each(['/login', '/register'])(
  'offers e-mail first at %s inside another app, and explains why',
  async (address) => {
    const email = async () => {
      await screen.findByRole('heading', { level: 1 });
      return screen.findByLabelText('E-mail');
    };
    const google = () => screen.findByRole('button', { name: 'Continue with Google' });
    const isGoogleAfter = async () =>
      Boolean((await email()).compareDocumentPosition(await google()) & Node.DOCUMENT_POSITION_FOLLOWING);

    const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`${MOBILE}; wv) ${CHROME} Instagram 340`);
    app.open(address);
    await screen.findByText(/^Google sign-in does not work inside other apps/);
    expect(await isGoogleAfter()).toBe(true);
    userAgent.mockRestore();
  },
);

test('offers Google first in other browsers', async () => {
  app.open('/login');
  const google = await screen.findByRole('button', { name: 'Continue with Google' });
  const email = screen.getByLabelText('E-mail');
  expect(google.compareDocumentPosition(email) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText(/inside other apps/)).toBeNull();
});
