import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderApp, signedOut, user } from '../../testing/render-app.tsx';

const app = renderApp();

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Opens a mailed link. The app reads the link's secret from `window.location`. */
function openLink(): void {
  window.history.replaceState(null, '', `/verify#${'a'.repeat(43)}`);
  app.open('/verify');
}

async function signUp(): Promise<void> {
  app.open('/register');
  await screen.findByRole('heading', { name: 'Create account' });
  fill('First name', 'Asha');
  fill('Last name', 'Rao');
  fill('E-mail', 'asha@example.com');
  fill('Password', 'a quite fine thing');
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

test('shows that sign-ups are paused, but no error', async () => {
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.identity.register'] = () => {
    throw new Refusal('SIGN_UPS_PAUSED');
  };
  await signUp();
  expect(await screen.findByText('Sign-ups are paused for a short while.')).toBeTruthy();
  expect(screen.queryByText('Registration failed')).toBeNull();
});

test('offers to send the mail again or to use another e-mail address while a sign-up waits for its code', async () => {
  const tried: unknown[] = [];
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.identity.register'] = (input) => {
    tried.push(input['email']);
    return { message: 'Check your email to continue' };
  };
  await signUp();
  await screen.findByLabelText('Code');
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText(/^A new e-mail is on its way/);
  expect(tried).toEqual(['asha@example.com', 'asha@example.com']);
  fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
  // The typed text is still there.
  expect(await screen.findByLabelText('E-mail')).toHaveProperty('value', 'asha@example.com');
});

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('shows the link’s account and the signed-in account, and changes nothing before a press', async () => {
  app.answers['user.identity.me'] = () => user;
  const account = 'someone@example.com';
  app.answers['user.account.describeLink'] = () => ({ state: 'open', email: account, account, opens_session: false });
  app.answers['user.account.verifyByLink'] = () => ({ signedIn: null });
  openLink();
  await screen.findByText(account);
  expect((await screen.findByRole('note')).textContent).toBe(
    `This browser is signed in as ${user.email}, and stays so.`,
  );
  expect(app.calls).not.toContain('user.account.verifyByLink');
  await press('Verify your e-mail');
  await screen.findByText('Your e-mail is verified. Thank you!');
});

test('says that the e-mail is verified already, and shows no button', async () => {
  app.answers['user.identity.me'] = signedOut;
  const account = 'asha@example.com';
  app.answers['user.account.describeLink'] = () => ({ state: 'done', email: account, account, opens_session: false });
  openLink();
  await screen.findByText('Your e-mail is verified already.');
  expect(screen.queryByRole('button', { name: 'Verify your e-mail' })).toBeNull();
});

test('names both accounts before a reset while another account is signed in, and signs that account out', async () => {
  app.answers['user.identity.me'] = () => user;
  const account = 'someone@example.com';
  app.answers['user.account.describeLink'] = () => ({ state: 'open', email: account, account, opens_session: false });
  app.answers['user.account.resetPassword'] = () => ({});
  window.history.replaceState(null, '', `/reset#${'a'.repeat(43)}`);
  app.open('/reset');
  await screen.findByText(account);
  expect((await screen.findByRole('note')).textContent).toBe(
    `This browser is signed in as ${user.email}. That session will end here.`,
  );
  fill('New password', 'a quite fine thing');
  await press('Save password');
  await screen.findByText('Your password is changed');
  expect(app.calls).toContain('user.identity.logout');
  fireEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  await waitFor(() => expect(app.path()).toBe('/login'));
});

test('offers a way to the offers, but no retry, after a link that was used before', async () => {
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.account.verifyByLink'] = () => {
    throw new Refusal('LINK_NOT_VALID');
  };
  openLink();
  await press('Verify your e-mail');
  await screen.findByText(/^This link was used already/);
  expect(screen.getByRole('link', { name: 'Go to the offers' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('offers a retry of a link after the server was unavailable', async () => {
  app.answers['user.identity.me'] = signedOut;
  app.answers['user.account.verifyByLink'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  openLink();
  await press('Verify your e-mail');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test.each(['.', '>', ').', '&utm_source=mail', '?fbclid=IwAR1'])(
  'reads the secret of a link to which a mail program added %j',
  async (extra) => {
    const secret = `${'a_-b'.repeat(10)}xY9`;
    const tried: unknown[] = [];
    app.answers['user.identity.me'] = signedOut;
    app.answers['user.account.describeLink'] = () => ({
      state: 'open',
      email: null,
      account: null,
      opens_session: false,
    });
    app.answers['user.account.verifyByLink'] = (input) => {
      tried.push(input['token']);
      return { signedIn: null };
    };
    window.history.replaceState(null, '', `/verify#${secret}${extra}`);
    app.open('/verify');
    await press('Verify your e-mail');
    await screen.findByText('Your e-mail is verified. Thank you!');
    expect(tried).toEqual([secret]);
  },
);
