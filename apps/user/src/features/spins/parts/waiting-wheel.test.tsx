import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOffer } from '../../../testing/offer-fixture.ts';
import { renderApp, user } from '../../../testing/render-app.tsx';

const app = renderApp();

test('shows the wheel of an offer that is ready to spin, with all prizes, on the offer’s card', async () => {
  const offer = anOffer({
    completed: true,
    started_at: '2026-11-21T05:20:00.000Z',
    spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":25,"probability":4.5}]}',
  });
  app.answers['user.offers.list'] = () => ({ offers: [offer] });
  app.answers['user.identity.me'] = () => user;
  app.open('/');
  const disc = await screen.findByTestId('wheel-disc');
  const labels = [...disc.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect([...new Set(labels)].sort()).toEqual(['Try Again', '₹25', '₹5']);
});
