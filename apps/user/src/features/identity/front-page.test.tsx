import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderApp } from '../../testing/render-app.tsx';

const app = renderApp();

test.each([
  ['/login', true],
  ['/register', true],
  ['/sign-in-link', true],
  ['/reset', false],
  ['/verify', false],
])('%s asks for consent: %s, and links to the legal texts', async (address, asksForConsent) => {
  app.answers['user.account.verifyByLink'] = () => {
    throw new Refusal('LINK_NOT_VALID');
  };
  app.open(address);
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('link', { name: 'Legal & Support' });
  await waitFor(() => expect(screen.queryByText(/^By continuing you confirm/) !== null).toBe(asksForConsent));
  expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
  expect(screen.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/privacy');
});
