import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithServer } from '../../testing/render-with-server.tsx';

/** Tests the app in a browser that blocks all site data: storage throws, and cookies are off. */
const app = renderWithServer();
afterEach(() => void vi.restoreAllMocks());

test('shows on the sign-in page that cookies are needed, and opens the requested page after a sign-in', async () => {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  }
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  app.answers['admin.site'] = () => ({ brandName: 'Inaam', setupNeeded: false });
  app.answers['admin.identity.login'] = () => ({
    sessionId: 's1',
    admin: { username: 'meera', email: 'meera@example.com' },
  });
  app.answers['admin.users.list'] = () => new Promise(() => {});
  app.open('/admin/users?search=asha');
  expect(await screen.findByText('Your browser blocks cookies')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'meera' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a password for admins' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(app.address()).toBe('/admin/users?search=asha'));
});
