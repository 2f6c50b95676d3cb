import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithServer } from '../testing/render-with-server.tsx';

const app = renderWithServer();
const neverAnswer = () => new Promise(() => {});

test.each([
  ['/admin/offers?status=active&page=2', 'Offer Management', 'admin.offers.list', { status: 'active', page: 2 }],
  ['/admin/users?search=asha', 'User Management', 'admin.users.list', { search: 'asha' }],
  ['/admin/users/7', 'User', 'admin.users.profile', { user_id: 7 }],
  ['/admin/vouchers', 'Brand Voucher Management', 'admin.vouchers.list', { codes: 'masked' }],
  ['/admin/conversions?search=cl-9', 'All Conversions', 'admin.completions.list', { search: 'cl-9' }],
  ['/admin/conversions/41', 'Conversion', 'admin.completions.completionTrace', { completion_id: 41 }],
  ['/admin/offer-clicks', 'Offer Clicks & Conversions', 'admin.clicks.list', { page: 1 }],
  ['/admin/cases', 'Missing Credit', 'admin.cases.list', { page: 1 }],
  ['/admin/fraud-detection?tab=ips&search=203', 'Fraud Detection', 'admin.fraud.list', { search: '203' }],
  ['/admin/networks', 'Networks', 'admin.networks.list', {}],
  ['/admin/networks/3?tab=inbox', 'Network', 'admin.networks.get', { network_id: 3 }],
  ['/admin/admins', 'Admin Settings', 'admin.admins.sessions', {}],
  ['/admin/approvals', 'Requests', 'admin.approvals.list', {}],
  ['/admin/audit', 'Audit Log', 'admin.audit.list', { page: 1 }],
  ['/admin/webhooks?status=failed', 'Webhooks', 'admin.webhooks.deliveries', { status: 'failed' }],
  ['/admin/security-events?kind=blocked', 'Security Events', 'admin.securityEvents.list', { kind: 'blocked' }],
])('sends the screen’s query once when %s opens', async (at, title, name, input) => {
  app.answers['admin.admins.list'] = neverAnswer;
  app.answers['admin.keys.list'] = neverAnswer;
  app.answers[name] = neverAnswer;
  app.open(at);
  // The heading shows that the screen's code has loaded and its queries have started.
  await screen.findByRole('heading', { level: 1, name: title });
  expect(app.getInputs(name)).toEqual([expect.objectContaining(input)]);
});

test('does not load the dashboard again after validating the session', async () => {
  app.open('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(app.getInputs('admin.insights.dashboard')).toEqual([{ days: 30 }]);
});

test.each([
  ['/admin/users?search=asha', '/admin/users?search=asha'],
  ['/admin/users/7', '/admin/users/7'],
  ['/admin', '/admin'],
  ['/admin/login', '/admin'],
])('goes from %s through the sign-in to %s', async (from, to) => {
  localStorage.clear();
  sessionStorage.clear();
  app.answers['admin.site'] = () => ({ brandName: 'Inaam', setupNeeded: false });
  app.answers['admin.identity.login'] = () => ({
    sessionId: 's1',
    admin: { username: 'meera', email: 'meera@example.com' },
  });
  for (const name of ['admin.users.list', 'admin.users.profile']) app.answers[name] = neverAnswer;
  app.open(from);
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'meera' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a password for admins' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(app.address()).toBe(to));
});
