import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

const app = renderApp();

test.each([
  { minimumAge: 13, deletionDays: 7 },
  { minimumAge: 18, deletionDays: 365 },
])('shows the configured days until deletion and the configured minimum age: %o', async (settings) => {
  const site = app.answers['user.site'] as () => object;
  app.answers['user.site'] = () => ({ ...site(), ...settings });
  app.open('/privacy');
  expect(await screen.findByText(new RegExp(`after ${settings.deletionDays} days everything`))).toBeTruthy();
  expect(screen.getByRole('heading', { name: `Children under ${settings.minimumAge}` })).toBeTruthy();
  expect(screen.getByText(new RegExp(`not meant for children under ${settings.minimumAge},`))).toBeTruthy();
});
