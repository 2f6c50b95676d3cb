import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { callsAwaitingProof } from '../../app/identity-proof.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { anAdmin } from './access.fixture.ts';

const server = renderWithServer();
// Pending calls outlive the page: after a test that fails early, the identity dialog would be open in the next test.
afterEach(() => act(() => callsAwaitingProof.settle(false)));
const ownAdmin = { username: 'meera', email: 'meera@example.com', role: 'owner', has_factor: true };

test('asks for the identity before a sensitive action, and then sends the action again', async () => {
  let hasConfirmedIdentity = false;
  server.answers['admin.keys.list'] = () => ({ keys: [] });
  server.answers['admin.admins.sessions'] = () => ({ sessions: [] });
  server.answers['admin.secondFactor.get'] = () => ({
    required: true,
    totp: true,
    recovery_codes_left: 10,
    passkeys: [],
  });
  server.answers['admin.admins.list'] = () => ({ admins: [anAdmin] });
  server.answers['admin.identity.confirm'] = ({ code }) => {
    if (code !== '123456') throw new Refusal('SECOND_FACTOR_WRONG', 'code');
    hasConfirmedIdentity = true;
    return {};
  };
  server.answers['admin.admins.deactivate'] = () => {
    if (!hasConfirmedIdentity) throw new Refusal('STEP_UP_REQUIRED');
    return { message: 'Admin deactivated' };
  };
  server.open('/admin/admins');
  fireEvent.click(await screen.findByRole('button', { name: 'Deactivate omar' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm your identity' });
  const code = await within(dialog).findByLabelText(/Code from your app/);
  fireEvent.change(code, { target: { value: '000000' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('This code is not right, or it was used already')).toBeTruthy();
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull());
  await waitFor(() => expect(server.getInputs('admin.admins.deactivate')).toHaveLength(2));
});

test('requires a second factor before any page, shows the recovery codes, and opens the requested page', async () => {
  let hasFactor = false;
  server.answers['admin.insights.dashboard'] = () => {
    throw new Refusal('SECOND_FACTOR_NOT_SET');
  };
  server.answers['admin.identity.me'] = () => ({ ...ownAdmin, has_factor: hasFactor, must_set_up_factor: !hasFactor });
  server.answers['admin.secondFactor.totpEnrollment'] = () => ({
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Inaam:meera?secret=JBSWY3DPEHPK3PXP',
  });
  server.answers['admin.secondFactor.confirmTotp'] = () => {
    hasFactor = true;
    return { recovery_codes: ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'] };
  };
  server.answers['admin.offers.list'] = () => ({
    offers: [],
    pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
  });
  server.open('/admin/offers');
  expect(await screen.findByRole('heading', { name: 'Set up your second factor' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Use an authenticator app' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Show the QR code' }));
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(screen.getByLabelText('Key for the app').textContent).toBe('JBSW Y3DP EHPK 3PXP');
  fireEvent.change(screen.getByLabelText('Code from the app (6 digits)'), { target: { value: '287082' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('eeee-ffff-gggg-hhhh')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByRole('heading', { name: 'Offer Management' })).toBeTruthy();
});
