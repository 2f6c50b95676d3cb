import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Role } from '@inaam/contracts/access/permissions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithServer, servePreferences } from '../../testing/render-with-server.tsx';

const server = renderWithServer();

const admins = [
  { admin_id: 1, username: 'meera', email: 'meera@example.com', role: 'owner', is_self: true },
  { admin_id: 2, username: 'omar', email: 'omar@example.com', role: 'owner', is_self: false },
  { admin_id: 3, username: 'sana', email: 'sana@example.com', role: 'support', is_self: false },
].map((admin) => ({ ...admin, created_at: '2026-07-01T00:00:00Z', last_sign_in_at: null, is_active: true }));

function openAdminsPageAs(role: Role) {
  server.answers['admin.identity.me'] = () => ({ username: 'meera', email: 'meera@example.com', role });
  server.answers['admin.admins.list'] = () => ({
    admins: admins.map((admin) => (admin.is_self ? { ...admin, role } : admin)),
  });
  server.answers['admin.admins.sessions'] = () => ({ sessions: [] });
  server.answers['admin.keys.list'] = () => ({ keys: [] });
  server.open('/admin/admins');
}

test('lets an owner change other admins, assign every role and see the service keys', async () => {
  openAdminsPageAs('owner');
  expect(await screen.findByRole('button', { name: 'Change the role of omar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Deactivate omar' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deactivate meera' })).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Service keys' })).toBeTruthy();
  const role = await screen.findByRole('combobox', { name: 'Role' });
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Analyst', 'Support', 'Manager', 'Owner']);
});

test('shows a manager neither actions on owners, nor the role ‘Owner’, nor the service keys', async () => {
  openAdminsPageAs('manager');
  expect(await screen.findByRole('button', { name: 'Deactivate sana' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Deactivate omar' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Service keys' })).toBeNull();
  const role = await screen.findByRole('combobox', { name: 'Role' });
  expect(within(role).queryByRole('option', { name: 'Owner' })).toBeNull();
  expect(server.getInputs('admin.keys.list')).toEqual([]);
});

test('shows an analyst their own password form, but neither the admins nor ‘Create Admin’', async () => {
  openAdminsPageAs('analyst');
  expect(await screen.findByRole('heading', { name: 'Your password' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Create Admin' })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Admins' })).toBeNull();
  expect(server.getInputs('admin.admins.list')).toEqual([]);
});

test('hides ‘Create Offer’ from support', async () => {
  server.answers['admin.identity.me'] = () => ({ username: 'meera', email: 'meera@example.com', role: 'support' });
  server.answers['admin.offers.list'] = () => ({
    offers: [],
    pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
  });
  server.open('/admin/offers');
  expect(await screen.findByRole('heading', { name: 'Offer Management' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create Offer' })).toBeNull();
});

test('applies each admin’s row density on every page and visit', async () => {
  const getPreferences = servePreferences(server);
  const expectCompact = () => expect(document.documentElement.matches('[data-density="compact"]')).toBe(true);
  const findDensityOption = async (name: string) =>
    within(await screen.findByRole('group', { name: 'Row density' })).getByRole<HTMLInputElement>('radio', { name });
  openAdminsPageAs('analyst');
  expect((await findDensityOption('Comfortable')).checked).toBe(true);
  expect(expectCompact).toThrow();
  fireEvent.click(await findDensityOption('Compact'));
  await waitFor(expectCompact);
  await waitFor(() => expect(getPreferences().density).toBe('compact'));
  // The stylesheet must use the same values of the attribute.
  const styles = readFileSync(createRequire(import.meta.url).resolve('@inaam/ui/theme.css'), 'utf8');
  expect(styles).toMatch(/\[data-density="compact"\] \{\s*--cell-y:/);
  cleanup();
  delete document.documentElement.dataset['density'];
  server.open('/admin');
  await waitFor(expectCompact);
  cleanup();
  openAdminsPageAs('analyst');
  await waitFor(async () => expect((await findDensityOption('Compact')).checked).toBe(true));
  fireEvent.click(await findDensityOption('Comfortable'));
  await waitFor(() => expect(expectCompact).toThrow());
  await waitFor(() => expect(getPreferences().density).toBe('comfortable'));
});
