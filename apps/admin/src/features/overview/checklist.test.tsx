import type { ChecklistLine } from '@inaam/contracts/insights/checklist';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { renderWithServer, servePreferences } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

const line = (kind: ChecklistLine['kind'], changed: Partial<ChecklistLine> = {}): ChecklistLine => ({
  kind,
  is_done: false,
  subject: null,
  ...changed,
});

async function open(lines: ChecklistLine[]) {
  const preferences = servePreferences(app);
  app.answers['admin.insights.checklist'] = () => ({ lines });
  app.open('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return preferences;
}

test('links each open line to its page', async () => {
  await open([
    line('network'),
    line('offers'),
    line('stock', { subject: { id: 5, name: '₹5, ₹10' } }),
    line('mail', { subject: { id: null, name: 'https://app.example.com' } }),
    line('second_owner', { is_done: true }),
    line('backups'),
  ]);
  const list = within(await screen.findByRole('region', { name: 'Before you open' }));
  expect(list.getByText('1 of 6 done. Each line is ticked off automatically.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
  expect(list.getByText('₹5, ₹10 can be won, and no code is in stock.')).toBeTruthy();
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin/networks/new',
    '/admin/offers?panel=new',
    '/admin/vouchers?panel=new-5',
    'https://app.example.com',
    '/admin/operations',
  ]);
  await expectAccessible();
});

test('links to the unfinished set-up of a network that waits for its first postback', async () => {
  await open([line('network', { subject: { id: 3, name: 'BitLabs' } })]);
  expect(await screen.findByText('BitLabs waits for its first real postback.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/admin/networks/3/setup');
});

test('shows the tour instead of a checklist without lines', async () => {
  await open([]);
  expect(await screen.findByRole('region', { name: 'Tour' })).toBeTruthy();
  expect(screen.queryByText('Before you open')).toBeNull();
});

test('shows nothing below the checklist until the checklist is loaded, so that nothing moves', async () => {
  servePreferences(app);
  let answer = (_lines: { lines: ChecklistLine[] }) => {};
  app.answers['admin.insights.checklist'] = () => new Promise((resolve) => (answer = resolve));
  app.open('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await waitFor(() => expect(app.getInputs('admin.insights.checklist')).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Quick actions' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  answer({ lines: [line('network')] });
  expect(await screen.findByRole('heading', { name: 'Quick actions' })).toBeTruthy();
  expect(screen.getByText('Before you open')).toBeTruthy();
});

test('hides the checklist on request, and stores the choice', async () => {
  const preferences = await open([line('network')]);
  fireEvent.click(await screen.findByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByText('Before you open')).toBeNull());
  expect(preferences().checklist_hidden).toBe(true);
});

test('does not request the checklist for admins who may not do its tasks', async () => {
  app.answers['admin.identity.me'] = () => ({
    username: 'meera',
    email: 'meera@example.com',
    role: 'analyst',
    has_factor: false,
    must_set_up_factor: false,
  });
  await open([line('network')]);
  await screen.findAllByText('Nothing needs attention');
  expect(app.getInputs('admin.insights.checklist')).toEqual([]);
});
