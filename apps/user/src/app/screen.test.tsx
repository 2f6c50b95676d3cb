import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { screen } from './screen.ts';
import { ScreenError } from './screen-error.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test.each([
  'Failed to fetch dynamically imported module: https://app.example/assets/profile.js',
  'error loading dynamically imported module: https://app.example/assets/profile.js',
  'Importing a module script failed.',
])('shows an error inside the app if a screen fails to load, and loads it at the next visit: %s', async (message) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  let isOffline = true;
  const load = () =>
    isOffline ? Promise.reject(new TypeError(message)) : Promise.resolve({ Profile: () => <p>Your profile</p> });
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/">Dashboard</Link>
        <Link to="/profile">Profile</Link>
        <Outlet />
      </>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Your offers</p> }),
    createRoute({ getParentRoute: () => root, path: '/profile', component: screen(load, 'Profile') }),
  ]);
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree, history, defaultErrorComponent: ScreenError });
  render(<RouterProvider router={router as never} />);
  fireEvent.click(await page.findByRole('link', { name: 'Profile' }));
  expect((await page.findByRole('alert')).textContent).toContain('Check your connection');
  expect(page.getByRole('link', { name: 'Dashboard' })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();

  // After going back and returning online, the app requests the screen again.
  fireEvent.click(page.getByRole('link', { name: 'Dashboard' }));
  await page.findByText('Your offers');
  isOffline = false;
  fireEvent.click(page.getByRole('link', { name: 'Profile' }));
  expect(await page.findByText('Your profile')).toBeTruthy();
});
