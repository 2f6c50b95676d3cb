import type { LookupHit } from '@inaam/contracts/lookup/lookup';
import type { AppRouter } from '@inaam/router/app-router';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { httpLink, type TRPCLink } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRecentRecords } from '../app/recent-records.ts';
import { createQueryClient, trpc } from '../app/trpc.ts';
import { CommandPalette } from './command-palette.tsx';

const user = (id: number, label: string): LookupHit => ({
  kind: 'user',
  key: String(id),
  label,
  hint: `${label.toLowerCase()}@example.com`,
  completion_id: null,
  user_id: id,
});

/** The requested queries, and the response to each. */
let queries: string[] = [];
let answer: (query: string) => Promise<LookupHit[]>;
const close = vi.fn();

const link: TRPCLink<AppRouter> = httpLink({
  url: 'http://admin.test/trpc',
  fetch: async (url) => {
    const input = new URL(url instanceof Request ? url.url : url).searchParams.get('input') ?? '{}';
    const { query } = JSON.parse(input) as { query?: string };
    // The palette also requests the signed-in admin, without a query.
    if (query === undefined) return Response.json({ result: { data: {} } });
    queries.push(query);
    return Response.json({ result: { data: { hits: await answer(query) } } });
  },
});

async function show() {
  const root = createRootRoute();
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <CommandPalette onClose={close} />,
  });
  const otherPages = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([home, otherPages]), history });
  render(
    <trpc.Provider client={trpc.createClient({ links: [link] })} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search everywhere' });
  return { box, history, type: (value: string) => fireEvent.change(box, { target: { value } }) };
}
let queryClient = createQueryClient();

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const getActiveOption = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(() => {
  // Other tests open records in the same process.
  forgetRecentRecords();
  queries = [];
  close.mockReset();
  queryClient = createQueryClient();
  answer = () => Promise.resolve([user(1, 'Asha'), user(2, 'Ashok')]);
  // happy-dom has no layout.
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

test('lists all pages without a server request until something is typed', async () => {
  const { box } = await show();
  expect(options()[0]).toContain('Dashboard');
  expect(getActiveOption(box)).toContain('Dashboard');
  expect(queries).toEqual([]);
});

test('queries once when typing pauses, with the latest text', async () => {
  const { type } = await show();
  for (const text of ['a', 'as', 'ash ']) type(text);
  await waitFor(() => expect(options()).toEqual(['Ashaasha@example.com', 'Ashokashok@example.com']));
  expect(queries).toEqual(['ash']);
});

test('selects results with the arrow keys, wrapping at the ends, and opens one with Enter', async () => {
  const { box, history, type } = await show();
  type('ash');
  await screen.findByRole('option', { name: /Ashok/ });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  expect(getActiveOption(box)).toContain('Ashok');
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  expect(getActiveOption(box)).toContain('Asha');
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(close).toHaveBeenCalledOnce();
  await waitFor(() => expect(history.location.pathname).toBe('/admin/users/2'));
});

test('keeps the last results while the next ones load', async () => {
  const { type } = await show();
  type('ash');
  await screen.findByRole('option', { name: /Ashok/ });
  let release: (hits: LookupHit[]) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  type('asho');
  await waitFor(() => expect(queries).toEqual(['ash', 'asho']));
  expect(options()).toHaveLength(2);
  expect(screen.getByRole('status').textContent).toBe('Searching');
  release([]);
  expect(await screen.findByText(/Nothing found for/)).toBeTruthy();
  expect(options()).toEqual([]);
});

test('shows a failure with a retry', async () => {
  const { type } = await show();
  answer = () => Promise.reject(new TypeError('away'));
  type('ash');
  // The client retries once by itself before the failure shows.
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('The search failed')).toBeTruthy();
  answer = () => Promise.resolve([user(1, 'Asha')]);
  fireEvent.click(retry);
  expect(await screen.findByRole('option', { name: /Asha/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('The search failed')).toBeNull());
});
