import { enterAdminAt } from '../support/admin-screens.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { hold, intercept, stopIntercepting } from '../support/intercept.ts';
import { expect, narrow, test } from '../support/journey.ts';

/** Pages of the back-office while they load, and when that fails. The narrow width is the hardest. */

for (const { name, path, procedure, failed } of [
  { name: 'users', path: 'users', procedure: 'admin.users.list', failed: 'Failed to fetch users' },
  { name: 'a user', path: 'users/1', procedure: 'admin.users.profile', failed: 'Failed to fetch user details' },
  {
    name: 'offer clicks',
    path: 'offer-clicks',
    procedure: 'admin.clicks.list',
    failed: 'Failed to fetch offer clicks data',
  },
  {
    name: 'a conversion',
    path: 'conversions/1',
    procedure: 'admin.completions.completionTrace',
    failed: 'The conversion could not be loaded',
  },
  { name: 'networks', path: 'networks', procedure: 'admin.networks.list', failed: 'Failed to fetch networks' },
  { name: 'a network', path: 'networks/1', procedure: 'admin.networks.get', failed: 'Failed to fetch the network' },
  {
    name: 'health',
    path: 'networks/1',
    procedure: 'admin.networks.health',
    failed: 'The health could not be loaded',
  },
  {
    name: 'inbox',
    path: 'networks/1?tab=inbox',
    procedure: 'admin.postbacks.list',
    failed: 'Failed to fetch the inbox',
  },
]) {
  test(`shows readable states while ${name} loads and when it fails`, { tag: narrow }, async ({ page, product }) => {
    const forward = await hold(page, procedure);
    await enterAdminAt(page, product, `/admin/${path}`);
    await expect(page.getByRole('status').filter({ hasText: /^Loading (?!admin panel)/ })).toHaveCount(1);
    await expectAccessible(page, { busy: true });
    await stopIntercepting(page, procedure);
    forward();
    await intercept(page, procedure, (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await expect(page.getByText(failed)).toBeVisible();
    await expectAccessible(page);
  });
}
