import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

// Test files in one worker share modules. A lazy part that another file has already loaded would render at once.
vi.resetModules();
const { offer, renderApp, user } = await import('../testing/render-app.tsx');

const app = renderApp();

test('loads the bell and the notices after the offers', async () => {
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
