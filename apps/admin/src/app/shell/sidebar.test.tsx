import type { Role } from '@inaam/contracts/access/permissions';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithServer } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

function openAs(role: Role, address: string) {
  app.answers['admin.identity.me'] = () => ({ username: 'meera', email: 'meera@example.com', role });
  app.answers['admin.audit.list'] = () => ({
    entries: [],
    actions: [],
    pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
  });
  app.open(address);
}

const readLinks = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [...link.querySelectorAll('span > span')].map(({ textContent }) => textContent).join(': '));

test('lists pages in groups, with the labels and descriptions of the specification', async () => {
  openAs('owner', '/admin/audit');
  const main = await screen.findByRole('navigation', { name: 'Main' });
  await within(main).findByRole('link', { name: /^Requests/ });
  expect(within(main).getAllByRole('list').map(readLinks)).toEqual([
    ['Dashboard: Overview & Analytics'],
    ['Offers: Manage Campaigns', 'Networks: Partners & Postbacks'],
    [
      'Users: User Management',
      'Conversions: All Conversions',
      'Offer Clicks: Click Records',
      'Missing Credit: Open Cases',
    ],
    ['Vouchers: Brand Vouchers'],
    ['Fraud Detection: Ban Fraud Users', 'Requests: Two-Person Approvals'],
    ['Admin Settings'],
  ]);
});

test('marks Admin Settings on each settings page, and links these pages to each other', async () => {
  openAs('owner', '/admin/audit');
  const settings = await screen.findByRole('navigation', { name: 'Settings' });
  await within(settings).findByRole('link', { name: 'Operations' });
  const links = within(settings).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Admin Settings',
    'Audit Log',
    'Security Events',
    'Operations',
    'Messages',
    'Webhooks',
  ]);
  expect(
    links.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent),
  ).toEqual(['Audit Log']);
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(within(main).getByRole('link', { current: true }).textContent).toContain('Admin Settings');
});

test('leaves out the pages that a role may not open', async () => {
  openAs('analyst', '/admin/audit');
  const settings = await screen.findByRole('navigation', { name: 'Settings' });
  await screen.findByText('No entries yet');
  expect(within(settings).queryByRole('link', { name: 'Webhooks' })).toBeNull();
  expect(within(settings).getByRole('link', { name: 'Audit Log' })).toBeTruthy();
});
