import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { goWithinApp } from '../support/go-within-app.ts';
import { hold, stopIntercepting } from '../support/intercept.ts';
import { expect, narrow, test } from '../support/journey.ts';

/** Checks pages of the back-office while they load, and when loading fails. */

/** Each page, in an order in which no page loads data that a later page waits for. */
const PAGES = [
  { path: 'networks', procedure: 'admin.networks.list', loads: 'networks', failed: 'Failed to fetch networks' },
  { path: 'users', procedure: 'admin.users.list', loads: 'users', failed: 'Failed to fetch users' },
  { path: 'users/1', procedure: 'admin.users.profile', loads: 'the user', failed: 'Failed to fetch user details' },
  {
    path: 'offer-clicks',
    procedure: 'admin.clicks.list',
    loads: 'clicks',
    failed: 'Failed to fetch offer clicks data',
  },
  {
    path: 'conversions/1',
    procedure: 'admin.completions.completionTrace',
    loads: 'the conversion',
    failed: 'The conversion could not be loaded',
  },
  {
    path: 'networks/1',
    procedure: 'admin.networks.health',
    loads: 'the health',
    failed: 'The health could not be loaded',
  },
  {
    path: 'networks/1?tab=inbox',
    procedure: 'admin.postbacks.list',
    loads: 'postbacks',
    failed: 'Failed to fetch the inbox',
  },
  { path: 'networks/2', procedure: 'admin.networks.get', loads: 'the network', failed: 'Failed to fetch the network' },
];

test('shows readable states while each page loads and when it fails', { tag: narrow }, async ({ page, product }) => {
  await enterAdminAt(page, product, '/admin/approvals');
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  for (const { path, procedure, loads, failed } of PAGES) {
    const end = await hold(page, procedure);
    await goWithinApp(page, `${product.adminOrigin}/admin/${path}`);
    await expect(page.getByRole('status').filter({ hasText: `Loading ${loads}` }), path).toHaveCount(1);
    await expectAccessible(page, { busy: true });
    end((route) => route.fulfill({ status: 503, body: '' }));
    await expect(page.getByText(failed), path).toBeVisible();
    await expectAccessible(page);
    await stopIntercepting(page, procedure);
  }
});
