import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

// Files of a worker share modules, and a part that another file has loaded renders at once.
vi.resetModules();
const { offer, renderApp, user } = await import('../testing/render-app.tsx');

const app = renderApp();

test('loads bell and notices after the offers', async () => {
  app.answers['user.identity.me'] = () => user;
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  app.answers['user.offers.list'] = async () => {
    await sent;
    return { offers: [offer] };
  };
  app.open('/');
  await screen.findByRole('link', { name: 'Skip to content' });
  await vi.dynamicImportSettled();
  expect(app.calls).not.toContain('user.messages.bell');
  send();
  await screen.findByText(offer.title);
  await waitFor(() =>
    expect(app.calls).toEqual(
      expect.arrayContaining(['user.messages.bell', 'user.account.overview', 'user.vouchers.notices']),
    ),
  );
});
