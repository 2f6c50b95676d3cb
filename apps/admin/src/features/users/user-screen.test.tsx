import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aProfile, aVoucher } from './users.fixture.ts';

const app = renderWithServer();

async function open(profile: UserProfile = aProfile()) {
  app.answers['admin.users.profile'] = () => profile;
  app.open('/admin/users/7');
  await screen.findByRole('heading', { level: 1, name: 'Asha Rao' });
}
const part = (name: string) => within(screen.getByRole('region', { name }));
const refuse = () => {
  throw new Refusal('VOUCHER_OUT_OF_STOCK');
};

test('shows identity, activity and pending work on one screen', async () => {
  await open();
  expect(app.getInputs('admin.users.profile')).toEqual([{ user_id: 7 }]);
  expect(part('Profile').getByText('4 accounts from this address')).toBeTruthy();
  expect(part('Profile').getByText('No other account from this device')).toBeTruthy();
  expect(part('Sessions').getByText('Chrome on Android')).toBeTruthy();
  expect(part('Completions').getByRole('link', { name: 'Grocery survey' }).getAttribute('href')).toBe(
    '/admin/conversions/41',
  );
  expect(part('Vouchers').getByText('••••B715', { selector: '.code' })).toBeTruthy();
  expect(part('Pending clicks').getByRole('button', { name: 'Credit manually Chai quiz' })).toBeTruthy();
  expect(part('Audit').getByText('No changes yet.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Owed wins' })).toBeNull();
});

test('shows the user’s audit trail in words, with identifiers as tooltips', async () => {
  const entry = { id: 1, at: '2026-07-19T06:30:00.000Z', actor_kind: 'admin', actor_name: 'ravi', ip: null };
  const flag = { action: 'users.flag', subject: '7', before: { suspended: false }, note: 'Too fast' };
  const credit = { action: 'completions.credit', subject: '41', before: null, note: null };
  const deletion = { action: 'users.gone', subject: '7', before: null, after: null, note: null };
  await open(
    aProfile({
      audit: [
        { ...entry, ...flag, after: { suspended: true, sessions_ended: 0 } },
        { ...entry, ...credit, id: 2, after: { payout_paise: 1250 } },
        { ...entry, ...deletion, id: 3 },
      ],
    }),
  );
  const [first, second, third] = part('Audit').getAllByRole('listitem');
  expect(first?.textContent).toContain('Flagged a user');
  expect(first?.textContent).toContain('Sessions ended: 0');
  expect(part('Audit').getByTitle('users.flag').textContent).toBe('Flagged a user');
  expect(part('Audit').getByTitle('sessions_ended')).toBeTruthy();
  expect(second?.textContent).toContain('Payout: ₹12.50');
  expect(third?.textContent).toContain('users.gone');
});

test('shows empty sections without actions', async () => {
  await open(aProfile({ sessions: [], completions: [], vouchers: [], waiting_clicks: [] }));
  for (const words of ['No active sessions.', 'No completions yet.', 'No voucher won yet.', 'No pending clicks.']) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  expect(screen.queryByRole('button', { name: /End sessions|Resend|Replace|Credit/ })).toBeNull();
});

test('shows the reason of a flag, and asks before it removes the flag', async () => {
  const { user } = aProfile();
  const suspended = { suspended_at: '2026-07-19T06:30:00.000Z', suspended_note: 'Three accounts, one phone' };
  await open(aProfile({ user: { ...user, ...suspended, is_suspicious: true } }));
  expect(screen.getByRole('region', { name: 'Flag' }).textContent).toContain('Three accounts, one phone');
  fireEvent.click(screen.getByRole('button', { name: 'Unflag User' }));
  expect(await screen.findByRole('alertdialog', { name: 'Unflag Asha Rao?' })).toBeTruthy();
});

test('links owed wins to their conversion and to the form that adds vouchers', async () => {
  await open(aProfile({ owed: [{ completion_id: 44, amount: 25, spun_at: '2026-07-19T06:30:00.000Z' }] }));
  const owed = part('Owed wins');
  expect(owed.getByRole('link', { name: 'A ₹25 voucher is owed' }).getAttribute('href')).toBe('/admin/conversions/44');
  expect(owed.getByRole('link', { name: 'Add ₹25 vouchers' }).getAttribute('href')).toBe(
    '/admin/vouchers?panel=new-25',
  );
});

test('shortens long lists until the admin asks for all entries', async () => {
  const [completion] = aProfile().completions;
  if (!completion) throw new Error('the fixture has a completion');
  const completions = Array.from({ length: 30 }, (_, i) => ({ ...completion, completion_id: 100 + i, title: `O${i}` }));
  await open(aProfile({ completions }));
  expect(part('Completions').getAllByRole('listitem')).toHaveLength(8);
  fireEvent.click(part('Completions').getByRole('button', { name: 'Show all 30 completions' }));
  expect(part('Completions').getAllByRole('listitem')).toHaveLength(30);
});

test('expands all lists in print and names the admin who printed the page', async () => {
  const [completion] = aProfile().completions;
  if (!completion) throw new Error('the fixture has a completion');
  const completions = Array.from({ length: 30 }, (_, i) => ({ ...completion, completion_id: 100 + i, title: `O${i}` }));
  await open(aProfile({ completions }));
  // Browsers send this event before they print.
  vi.stubGlobal('print', () => window.dispatchEvent(new Event('beforeprint')));
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(part('Completions').getAllByRole('listitem')).toHaveLength(30));
  expect(screen.getByText(/^Printed by .+ on .+ IST/)).toBeTruthy();
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(part('Completions').getAllByRole('listitem')).toHaveLength(8));
  expect(screen.queryByText(/^Printed by/)).toBeNull();
});

test('states the number of sessions before the admin ends them, and shows a refusal in the dialog', async () => {
  await open();
  app.answers['admin.users.endSessions'] = () => {
    throw new Refusal('USER_NOT_FOUND');
  };
  fireEvent.click(part('Sessions').getByRole('button', { name: 'End sessions' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'End the sessions of Asha Rao?' });
  expect(dialog.textContent).toContain('1 session ends at once.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'End sessions' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('User not found');
  app.answers['admin.users.endSessions'] = () => ({ message: '1 session ended' });
  app.answers['admin.users.profile'] = () => aProfile({ sessions: [] });
  fireEvent.click(within(dialog).getByRole('button', { name: 'End sessions' }));
  expect(await screen.findByText('No active sessions.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(app.getInputs('admin.users.endSessions')).toEqual([{ user_id: 7 }, { user_id: 7 }]);
});

test('opens the confirmation of the action that the URL requests', async () => {
  app.answers['admin.users.profile'] = () => aProfile();
  app.open('/admin/users/7?act=credit');
  const question = await screen.findByRole('alertdialog', { name: 'Credit “Chai quiz” manually?' });
  // The URL no longer requests the action, so a reload does not repeat it.
  expect(app.address()).toBe('/admin/users/7');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Credit manually Chai quiz' })).toBeTruthy();
});

test('credits manually only with a reason and a valid payout', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Credit manually Chai quiz' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Credit “Chai quiz” manually?' });
  expect(dialog.textContent).toContain('Asha Rao');
  const confirm = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Credit' }));
  const type = (label: RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Payout/).value).toBe('40');
  expect(within(dialog).getByText(/^Default: ₹40.00, the offer’s own amount/)).toBeTruthy();
  confirm();
  expect(within(dialog).getByText('A reason is required')).toBeTruthy();
  type(/^Reason/, '  Screenshot by mail ');
  type(/^Payout/, '12,5');
  confirm();
  expect(within(dialog).getByText(/^Payout must be an amount in rupees from 0, such as 1250.50/)).toBeTruthy();
  type(/^Payout/, '-3');
  confirm();
  expect(within(dialog).getByText(/^Payout must be an amount in rupees from 0/)).toBeTruthy();
  expect(app.getInputs('admin.users.credit')).toEqual([]);

  app.answers['admin.users.credit'] = () => {
    throw new Refusal('OFFER_ALREADY_COMPLETED');
  };
  type(/^Payout/, '1,012.50');
  confirm();
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Offer already completed');
  app.answers['admin.users.credit'] = () => ({ completion_id: 45, message: 'Credited' });
  type(/^Payout/, '');
  confirm();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const common = { user_id: 7, offer_id: 9, reason: 'Screenshot by mail' };
  expect(app.getInputs('admin.users.credit')).toEqual([{ ...common, payout_amount: 1012.5 }, common]);
});

test.each([
  ['Resend code', 'Resend this code?', 'admin.vouchers.resend'],
  ['Replace code', 'Replace this code?', 'admin.vouchers.replace'],
])('%s requires a reason, and the dialog stays open after a refusal', async (label, title, procedure) => {
  await open();
  app.answers[procedure] = refuse;
  fireEvent.click(screen.getByRole('button', { name: `${label} ••••B715` }));
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog.textContent).toContain('Amazon, ₹10');
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
  expect(within(dialog).getByText('A reason is required')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Refused at the till' } });
  expect(within(dialog).queryByText('A reason is required')).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('No voucher of this amount is in stock');
  app.answers[procedure] = () => ({ voucher_id: 32, message: 'Done' });
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const input = { voucher_id: 31, reason: 'Refused at the till' };
  expect(app.getInputs(procedure)).toEqual([input, input]);
});

test('shows why a voucher was withdrawn, and offers only to reveal its code', async () => {
  const withdrawn = { withdrawn_at: '2026-07-20T06:30:00.000Z', withdrawn_reason: 'Refused at the till' };
  await open(
    aProfile({
      vouchers: [
        { ...aVoucher, voucher_id: 32, voucher_code: '••••NEW1', notice: 'replaced' },
        { ...aVoucher, ...withdrawn, status: 'expired' },
      ],
    }),
  );
  const [replacement, old] = part('Vouchers').getAllByRole('listitem');
  expect(replacement?.textContent).toContain('Replaces a code that did not work; not seen yet');
  expect(old?.textContent).toMatch(/Withdrawn .*: Refused at the till/);
  expect(within(old as HTMLElement).queryByRole('button', { name: /Resend|Replace/ })).toBeNull();
  app.answers['admin.vouchers.reveal'] = () => ({ voucher_id: 31, voucher_code: 'AMZ-B715' });
  fireEvent.click(within(old as HTMLElement).getByRole('button', { name: /Reveal/ }));
  expect(await within(old as HTMLElement).findByText('AMZ-B715')).toBeTruthy();
});

test('shows an error with a link back for a user that does not exist', async () => {
  app.answers['admin.users.profile'] = () => {
    throw new Refusal('USER_NOT_FOUND');
  };
  app.open('/admin/users/8');
  expect(await screen.findByText('There is no such user')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All users' })).toBeTruthy();
});

test('retries a page that failed to load', async () => {
  app.answers['admin.users.profile'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  app.open('/admin/users/7');
  expect(await screen.findByText('Failed to fetch user details')).toBeTruthy();
  app.answers['admin.users.profile'] = () => aProfile();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Asha Rao' })).toBeTruthy();
});

test.each(['/admin/users/abc', '/admin/users/0', '/admin/conversions/1e3', '/admin/users/7/8'])(
  '%s redirects to the dashboard',
  async (address) => {
    app.open(address);
    await waitFor(() => expect(app.address()).toBe('/admin'));
    expect(app.getInputs('admin.users.profile')).toEqual([]);
  },
);
