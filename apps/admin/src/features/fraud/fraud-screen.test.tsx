import type { FraudData, FraudStep, FraudUser } from '@inaam/contracts/fraud/fraud';
import { toast } from '@inaam/ui/toaster';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { anImpact, aRing } from './ring.fixture.ts';

const app = renderWithServer();

const STEP = 'b4a1f0de-3f5b-4b60-9e6f-1f2f0c9a7d11';
const person = (user_id: number, is_suspicious = false): FraudUser => ({
  user_id,
  first_name: 'Ravi',
  last_name: `Ring ${user_id}`,
  email: `ring${user_id}@example.com`,
  registration_ip: '198.51.100.7',
  ip_count: 12,
  device_fingerprint: 'k3x9',
  device_count: 12,
  created_at: '2026-07-19T06:30:00.000Z',
  is_suspicious,
});
const createData = (users: FraudUser[], user_total: number): FraudData => ({
  recentRegistrations: users,
  suspiciousIPs: [],
  suspiciousDevices: [],
  stats: { total_users: 12, suspicious_users: 0, suspicious_ips: 1, suspicious_devices: 1 },
  pagination: {
    page: 1,
    limit: 10,
    total: user_total,
    totalPages: 2,
    user_total,
    ip_total: 0,
    device_total: 0,
    user_total_pages: 2,
    ip_total_pages: 0,
    device_total_pages: 0,
  },
});
const createStep = (more: Partial<FraudStep>): FraudStep => ({
  message: '12 users flagged and blocked successfully',
  done: 12,
  unchanged: 0,
  refused: [],
  undo: STEP,
  ...more,
});

// Toasts outlive the component that shows them.
afterEach(() => void toast.dismiss());
beforeEach(() => {
  app.answers['admin.fraud.list'] = () => createData([person(1), person(2)], 12);
});

test.each([
  ['!', 'Flag Selected', 'Please select users to flag'],
  ['-', 'Unflag Selected', 'Please select users to unflag'],
])('explains that no user is selected, after the key %s and from the command palette', async (key, label, message) => {
  app.open('/admin/fraud-detection');
  await screen.findByRole('checkbox', { name: 'Select all rows on this page' });
  fireEvent.keyDown(document.body, { key });
  fireEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(message)).toBeNull();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  Element.prototype.scrollIntoView = () => undefined;
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(`^${label}`) }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

async function flagAllMatching() {
  app.open('/admin/fraud-detection?search=ring&limit=10');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  fireEvent.click(screen.getByRole('button', { name: 'Select all 12 matching' }));
  fireEvent.click(screen.getByRole('button', { name: 'Flag Selected' }));
  const question = await screen.findByRole('alertdialog', { name: 'Flag all 12 users that match?' });
  expect(question.textContent).not.toContain('Undo');
  fireEvent.click(within(question).getByRole('button', { name: 'Flag 12 users' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // Only the banner shows the message.
  expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  return undo;
}

test('undoes an action on all matching users from its banner', async () => {
  app.answers['admin.fraud.applyToMatching'] = () => createStep({});
  app.answers['admin.fraud.undo'] = () =>
    createStep({ message: '12 users unflagged and access restored successfully', undo: null });
  const undo = await flagAllMatching();
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy();
  const before = app.getInputs('admin.fraud.list').length;
  fireEvent.click(undo);
  expect(await screen.findByText('12 users unflagged and access restored successfully')).toBeTruthy();
  expect(app.getInputs('admin.fraud.applyToMatching')).toMatchObject([
    { action: 'bulk_flag_users', search: 'ring', expected: 12 },
  ]);
  expect(app.getInputs('admin.fraud.undo')).toEqual([{ step: STEP }]);
  // The list reloads, and the outdated banner disappears.
  await waitFor(() => expect(app.getInputs('admin.fraud.list').length).toBeGreaterThan(before));
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

test('reports how many users an Undo left unchanged, because they changed since the action', async () => {
  app.answers['admin.fraud.applyToMatching'] = () => createStep({});
  app.answers['admin.fraud.undo'] = () =>
    createStep({
      message: '10 users unflagged and access restored successfully, 2 changed since',
      refused: [1, 2].map((user_id) => ({ user_id, reason: 'Changed since' })),
      undo: null,
    });
  fireEvent.click(await flagAllMatching());
  expect(await screen.findByText('2 users were not changed back: someone has changed them since.')).toBeTruthy();
});

test('reports an Undo that is refused because the users have changed since the action', async () => {
  app.answers['admin.fraud.applyToMatching'] = () => createStep({});
  app.answers['admin.fraud.undo'] = () => {
    throw new Refusal('STEP_CHANGED_SINCE');
  };
  fireEvent.click(await flagAllMatching());
  expect(await screen.findByText('Failed to unflag users')).toBeTruthy();
  expect(screen.getByText('This has changed in the meantime. Nothing was undone.')).toBeTruthy();
});

test('offers no Undo for an action that changed nothing', async () => {
  app.answers['admin.fraud.impact'] = () => anImpact;
  app.answers['admin.fraud.act'] = () =>
    createStep({ message: 'User flagged and blocked from app successfully', done: 1, unchanged: 1, undo: null });
  app.open('/admin/fraud-detection');
  fireEvent.click(await screen.findByRole('button', { name: 'Flag User Ravi Ring 1' }));
  const question = await screen.findByRole('alertdialog', { name: 'Flag Ravi Ring 1?' });
  await waitFor(() =>
    expect(within(question).getByRole<HTMLButtonElement>('button', { name: 'Flag User' }).disabled).toBe(false),
  );
  fireEvent.click(within(question).getByRole('button', { name: 'Flag User' }));
  expect((await screen.findAllByText('User flagged and blocked from app successfully')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('shows a running Undo in the row', async () => {
  let answer = () => {};
  app.answers['admin.fraud.impact'] = () => anImpact;
  app.answers['admin.fraud.act'] = () => createStep({ done: 1 });
  app.answers['admin.fraud.undo'] = () =>
    new Promise((resolve) => {
      answer = () => resolve(createStep({ done: 1, undo: null }));
    });
  app.open('/admin/fraud-detection');
  fireEvent.click(await screen.findByRole('button', { name: 'Flag User Ravi Ring 1' }));
  const question = await screen.findByRole('alertdialog', { name: 'Flag Ravi Ring 1?' });
  await waitFor(() =>
    expect(within(question).getByRole<HTMLButtonElement>('button', { name: 'Flag User' }).disabled).toBe(false),
  );
  fireEvent.click(within(question).getByRole('button', { name: 'Flag User' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: /Unflagging/ })).toBeTruthy();
  answer();
  await waitFor(() => expect(screen.queryByRole('button', { name: /Unflagging/ })).toBeNull());
});

test('blocks several IP addresses, requires a checkbox for the admin’s own, and undoes all blocks', async () => {
  const makeSource = (ip_address: string, is_blocked: boolean) => ({
    ip_address,
    registration_count: 4,
    first_registration: '2026-07-19T06:30:00.000Z',
    last_registration: '2026-07-19T06:30:00.000Z',
    is_blocked,
  });
  const suspiciousIPs = [
    makeSource('198.51.100.1', false),
    makeSource('198.51.100.2', false),
    makeSource('198.51.100.3', true),
  ];
  app.answers['admin.fraud.list'] = () => {
    const all = createData([], 0);
    return { ...all, suspiciousIPs, pagination: { ...all.pagination, ip_total: 3, ip_total_pages: 1 } };
  };
  app.answers['admin.fraud.blockSources'] = ({ confirm_own }) => {
    if (confirm_own !== true) throw new Refusal('ADDRESS_IS_OWN', 'keys');
    return createStep({ message: '2 IP addresses blocked successfully', done: 2 });
  };
  app.answers['admin.fraud.undo'] = () =>
    createStep({ message: '1 IP address unblocked successfully, 1 changed since', undo: null, left: ['198.51.100.2'] });
  app.open('/admin/fraud-detection?tab=ips');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(screen.getByText('3 IP addresses selected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Unblock Selected' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Block Selected' }));
  const question = await screen.findByRole('alertdialog', { name: 'Block 2 IP addresses?' });
  expect(question.textContent).toContain('8 users registered from them.');
  expect(question.textContent).toContain('1 other is blocked already.');
  const confirm = within(question).getByRole('button', { name: 'Block 2 IP addresses' });
  fireEvent.click(confirm);
  const ownAddressBox = await within(question).findByRole('checkbox', {
    name: 'I am signed in from one of these addresses',
  });
  fireEvent.click(confirm);
  expect(await within(question).findByText('Select the checkbox to block your own address')).toBeTruthy();
  fireEvent.click(ownAddressBox);
  fireEvent.click(confirm);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Not changed back: 198.51.100.2. Someone has changed it since.')).toBeTruthy();
  expect(app.getInputs('admin.fraud.blockSources').at(-1)).toEqual({
    action: 'block',
    kind: 'ip',
    keys: ['198.51.100.1', '198.51.100.2'],
    confirm_own: true,
  });
  expect(screen.queryByText('3 IP addresses selected')).toBeNull();
});

test('links the evidence of an IP address to audit entries about the address and to activity from it', async () => {
  const figures = { accounts: 0, active_last_week: 0, flagged: 0, devices: 0, addresses: 0, user_agents: 0 };
  app.answers['admin.fraud.evidence'] = () => ({
    kind: 'ip',
    key: '2001:db8:7:7::/64',
    title: '2001:db8:7:7::/64',
    is_banned: false,
    banned_at: null,
    note: null,
    reasons: [],
    shared: null,
    figures: { ...figures, completions: 0, revenue: 0, voucher_value: 0 },
    accounts: [],
    addresses: [],
    devices: [],
    timeline: [],
  });
  app.answers['admin.audit.list'] = () => ({
    entries: [],
    actions: [],
    pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
  });
  app.open(`/admin/fraud-detection?tab=ips&panel=${encodeURIComponent('ip-2001:db8:7:7::/64')}`);
  const log = await screen.findByRole('link', { name: 'Audit log entries' });
  expect(new URL(log.getAttribute('href') ?? '', location.origin).searchParams.get('action')).toBe('addresses');
  fireEvent.click(screen.getByRole('link', { name: 'Admin activity from this IP' }));
  await screen.findByText('No entries match');
  expect(app.getInputs('admin.audit.list').at(-1)).toMatchObject({ ip: '2001:db8:7:7::/64' });
});

test('lists the unflagged users of a device, flags them in one step and offers Undo', async () => {
  app.answers['admin.fraud.evidence'] = () => aRing([false, false, true]);
  app.answers['admin.fraud.act'] = () => createStep({ message: '2 users flagged and blocked successfully', done: 2 });
  app.answers['admin.fraud.undo'] = () => createStep({ message: '2 users unflagged and access restored successfully' });
  app.open('/admin/fraud-detection?tab=devices&panel=device-k3x9');
  fireEvent.click(await screen.findByRole('button', { name: 'Flag all 2' }));
  const question = await screen.findByRole('alertdialog', { name: 'Flag 2 users?' });
  expect(question.textContent).toContain('Ravi Ring 1');
  expect(question.textContent).not.toContain('Ravi Ring 3');
  fireEvent.click(within(question).getByRole('button', { name: 'Flag Selected' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 users unflagged and access restored successfully')).toBeTruthy();
  expect(app.getInputs('admin.fraud.act')).toMatchObject([{ action: 'bulk_flag_users', user_ids: [1, 2] }]);
});
