import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { anOffer } from '../../../testing/offer-fixture.ts';
import { renderApp, user } from '../../../testing/render-app.tsx';

const app = renderApp();
afterEach(() => {
  vi.unstubAllGlobals();
});

const ready = (id: number) =>
  anOffer({
    offer_id: id,
    title: `Offer ${id}`,
    completed: true,
    started_at: '2026-11-21T05:20:00.000Z',
    spinner_config: '{"rewards":[{"amount":5,"probability":10},{"amount":25,"probability":4.5}]}',
  });
/** Opens the dashboard on a wide or narrow screen, with offers that are ready to spin. */
async function show(wide: boolean, ...ids: number[]) {
  vi.stubGlobal('matchMedia', () => ({ matches: wide }));
  app.answers['user.offers.list'] = () => ({ offers: ids.map(ready) });
  app.answers['user.identity.me'] = () => user;
  app.open('/');
  return within(await screen.findByRole('list', { name: 'Ready to spin' }));
}

test.each([
  ['is beside its words', true],
  ['rises over its button on a narrow screen', false],
])('shows the wheel of the only ready offer %s, as wide as its odds', async (_, wide) => {
  const disc = await (await show(wide, 1)).findByTestId('wheel-disc');
  const labels = [...disc.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect([...new Set(labels)].sort()).toEqual(['Try Again', '₹25', '₹5']);
});

test.each([true, false])('loads no wheel for several ready offers (on a wide screen: %s)', async (wide) => {
  await show(wide, 1, 2);
  // Anything loaded by now shows at once.
  await import('./waiting-wheel.tsx');
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByTestId('wheel-disc')).toBe(null);
});
