import type { ServiceKey } from '@inaam/contracts/access/api-keys';
import type { AppRouter } from '@inaam/router/app-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { httpLink, type TRPCLink } from '@trpc/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient, trpc } from '../../app/trpc.ts';
import { aServiceKey } from './access.fixture.ts';
import { ServiceKeys } from './service-keys.tsx';

const SECRET = 'inaam_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

let keys: ServiceKey[];
let serverError: { message: string; code: string; field: string | null } | undefined;
/** Mutations sent so far: path and input. */
let sent: [string, unknown][];

/** A fake server that stores the keys in memory. */
const server = (): TRPCLink<AppRouter> =>
  httpLink({
    url: 'http://admin.test/trpc',
    async fetch(url, init) {
      const path = new URL(String(url)).pathname.replace('/trpc/admin.keys.', '');
      if (path === 'list') return Response.json({ result: { data: { keys } } });
      const input = JSON.parse(String(init?.body)) as Pick<ServiceKey, 'name' | 'scopes' | 'scope' | 'key_id'>;
      sent.push([path, input]);
      if (serverError) {
        const { message, code, field } = serverError;
        const data = { code: 'CONFLICT', httpStatus: 409, domainCode: code, field };
        return Response.json({ error: { message, code: -32009, data } }, { status: 409 });
      }
      if (path === 'issue') {
        keys = [
          { ...aServiceKey, key_id: 2, name: input.name, scope: input.scope ?? null, scopes: input.scopes ?? [] },
          ...keys,
        ];
        return Response.json({ result: { data: { key: SECRET, message: 'Service key issued' } } });
      }
      keys = keys.map((each) =>
        each.key_id === input.key_id ? { ...each, revoked_at: aServiceKey.created_at } : each,
      );
      return Response.json({ result: { data: { message: 'Service key revoked' } } });
    },
  });

function show() {
  const queryClient = createQueryClient();
  const router = createRouter({
    routeTree: createRootRoute({ component: ServiceKeys }),
    history: createMemoryHistory(),
  });
  render(
    <trpc.Provider client={trpc.createClient({ links: [server()] })} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

beforeEach(() => {
  keys = [aServiceKey];
  serverError = undefined;
  sent = [];
});
afterEach(cleanup);

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const findRow = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));

test('lists the details of each key', async () => {
  keys = [
    aServiceKey,
    { ...aServiceKey, key_id: 3, name: 'old', scope: 'read', revoked_at: '2026-11-03T06:30:00.000Z' },
  ];
  show();
  const activeKeyRow = await findRow('importer');
  for (const text of ['inaam_abcdef…', 'Read and write', 'Live', 'Never', 'by meera'])
    expect(activeKeyRow.getByText(text)).toBeTruthy();
  const old = await findRow('old');
  for (const text of ['Read only', 'Revoked', '3 Nov 2026']) expect(old.getByText(text)).toBeTruthy();
  expect(old.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'what they can call' }).getAttribute('href')).toBe('/api/admin/docs');
});

test('issues the first key from the empty state and shows its secret once', async () => {
  keys = [];
  show();
  await screen.findByText('No service keys');
  press('Issue key');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' reports ' } });
  fireEvent.click(screen.getByLabelText('insights:read'));
  press('Issue key');
  expect((await screen.findByRole('status', { name: 'Service key' })).textContent).toBe(SECRET);
  expect(sent).toEqual([['issue', { name: ' reports ', scopes: ['insights:read'], expires_in_days: 365 }]]);
  expect(screen.getByText('Copy it now: it is shown only once')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy key' })).toBeTruthy();
  press('Done');
  await findRow('reports');
  expect(screen.queryByText(SECRET)).toBeNull();
});

test('explains each permission, validates the form and sends the selected permission', async () => {
  show();
  await findRow('importer');
  press('Issue key');
  press('Issue key');
  expect(await screen.findByText('Scopes: choose at least one')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Permission'), { target: { value: 'read' } });
  expect(screen.getByText(/No changes, and no voucher codes/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Permission'), { target: { value: 'read_write' } });
  expect(screen.getByText(/except creating admins/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Addresses/), { target: { value: 'here' } });
  press('Issue key');
  expect(await screen.findByText('Name is required')).toBeTruthy();
  expect(screen.getByText('Each line must be an IP address or a CIDR block')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Addresses/), { target: { value: '203.0.113.0/24\n2001:db8::1' } });
  fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '' } });
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'stock' } });
  press('Issue key');
  await screen.findByText(SECRET);
  const addresses = ['203.0.113.0/24', '2001:db8::1'];
  expect(sent).toEqual([['issue', { name: 'stock', scope: 'read_write', addresses }]]);
});

test('shows the error of a taken name at the name field', async () => {
  const message = 'A live service key with this name already exists';
  serverError = { message, code: 'KEY_NAME_TAKEN', field: 'name' };
  show();
  await findRow('importer');
  press('Issue key');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Importer' } });
  fireEvent.click(screen.getByLabelText('offers:read'));
  press('Issue key');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
});

test('revokes a key after a confirmation that names the key', async () => {
  show();
  await findRow('importer');
  press('Revoke importer');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke the key of importer?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([['revoke', { key_id: 1 }]]);
  expect((await findRow('importer')).getByText('Revoked')).toBeTruthy();
});

test('shows a failed revocation in the dialog', async () => {
  serverError = { message: 'Service key not found', code: 'KEY_NOT_FOUND', field: null };
  show();
  await findRow('importer');
  press('Revoke importer');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The key was not revoked')).toBeTruthy();
  expect(screen.getByText('Service key not found')).toBeTruthy();
});
