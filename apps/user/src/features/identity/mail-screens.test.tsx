import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderApp, signedOut } from '../../testing/render-app.tsx';

const app = renderApp();

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** The secret of a mailed link is in the browser's own address. */
function openLink(): void {
  window.history.replaceState(null, '', `/verify#${'a'.repeat(43)}`);
  app.open('/verify');
}

test('offers another mail or another address while a sign-up waits for its mail', async () => {
  const tried: unknown[] = [];
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.identity.register'] = (input) => {
    tried.push(input['email']);
    return { message: 'Check your email to continue' };
  };
  app.open('/register');
  await screen.findByRole('heading', { name: 'Create account' });
  fill('First name', 'Asha');
  fill('Last name', 'Rao');
  fill('E-mail', 'asha@example.com');
  fill('Password', 'a quite fine thing');
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByLabelText('Code');
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText(/^A new e-mail is on its way/);
  expect(tried).toEqual(['asha@example.com', 'asha@example.com']);
  fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  // The typed text is still there.
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'asha@example.com');
});

test('leads on from a used link', async () => {
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.account.verifyByLink'] = () => {
    throw new Refusal('LINK_NOT_VALID');
  };
  openLink();
  await screen.findByText(/^This link was used already/);
  expect(screen.getByRole('link', { name: 'Go to the offers' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('can retry a link after a network failure', async () => {
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.account.verifyByLink'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  openLink();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});
