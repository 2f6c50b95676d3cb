import type { AppRouter } from '@inaam/router/app-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { httpLink, type TRPCLink } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AdminAuthProvider, readStoredAdmin, storeSession, useAdminAuth } from './auth.tsx';
import { createQueryClient, trpc } from './trpc.ts';

const admin = { username: 'meera', email: 'meera@example.com' };

/** The inputs of all requests. */
let inputs: string[] = [];

/** A server that returns the same response, or the same error, to every call. */
const createServer = (error?: { httpStatus: number; domainCode: string }): TRPCLink<AppRouter> =>
  httpLink({
    url: 'http://admin.test/trpc',
    fetch: (url) => {
      inputs.push(new URL(url instanceof Request ? url.url : url).searchParams.get('input') ?? '');
      const refused = { error: { message: 'refused', code: -32603, data: { code: 'X', field: null, ...error } } };
      const body = error ? refused : { result: { data: {} } };
      return Promise.resolve(Response.json(body, { status: error?.httpStatus ?? 200 }));
    },
  });

const State = () => <p>{useAdminAuth().state.status}</p>;

function show(link: TRPCLink<AppRouter>) {
  const queryClient = createQueryClient();
  render(
    <trpc.Provider client={trpc.createClient({ links: [link] })} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <AdminAuthProvider>
          <State />
        </AdminAuthProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

beforeEach(() => {
  localStorage.clear();
  inputs = [];
});
afterEach(cleanup);

test('starts signed out without a stored session', () => {
  show(createServer());
  expect(screen.getByText('signedOut')).toBeTruthy();
});

test('restores a stored session after validating it', async () => {
  storeSession('s1', admin);
  show(createServer());
  expect(screen.getByText('checking')).toBeTruthy();
  expect(await screen.findByText('signedIn')).toBeTruthy();
  expect(readStoredAdmin()).toEqual(admin);
});

test('validates the session with the dashboard query and fetches the permissions', async () => {
  storeSession('s1', admin);
  show(createServer());
  expect(await screen.findByText('signedIn')).toBeTruthy();
  expect(inputs).toEqual(['{"days":30}', '']);
});

test('removes both stored keys of a session that the server has ended', async () => {
  storeSession('s1', admin);
  show(createServer({ httpStatus: 401, domainCode: 'NOT_SIGNED_IN' }));
  expect(await screen.findByText('signedOut')).toBeTruthy();
  expect(localStorage.getItem('admin')).toBeNull();
  expect(localStorage.getItem('adminSessionId')).toBeNull();
});

test('keeps the session when a request and its retry both fail', async () => {
  storeSession('s1', admin);
  show(createServer({ httpStatus: 503, domainCode: 'UNAVAILABLE' }));
  expect(await screen.findByText('unknown')).toBeTruthy();
  expect(readStoredAdmin()).toEqual(admin);
});

test('throws outside the provider', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<State />)).toThrow('useAdminAuth must be used within an AdminAuthProvider');
  quiet.mockRestore();
});
