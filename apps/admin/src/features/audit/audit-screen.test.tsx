import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithServer } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

const entry = {
  id: 1,
  at: '2026-07-19T06:30:00.000Z',
  actor_kind: 'admin',
  actor_name: 'ravi',
  ip: null,
  action: 'addresses.block',
  subject: '203.0.113.9',
  before: { blocked: false },
  after: { blocked: true },
  note: 'Farm',
};

test('shows actions in words and filters by identifier', async () => {
  app.answers['admin.audit.list'] = () => ({
    entries: [entry],
    actions: ['addresses.block', 'gone.made'],
    pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
  });
  app.open('/admin/audit');
  const link = await screen.findByTitle('Filter by addresses.block');
  expect(link.parentElement?.textContent).toContain('Blocked an IP address');
  expect(link.getAttribute('href')).toContain('action=addresses.block');
  const row = link.closest('tr') as HTMLElement;
  expect(within(row).getByTitle('blocked').textContent).toBe('Blocked:');
  const filter = screen.getByLabelText('Action') as HTMLSelectElement;
  expect([...filter.options].map(({ value, text }) => [value, text])).toEqual([
    ['', 'All actions'],
    ['addresses', 'All about IP addresses'],
    ['addresses.block', 'Blocked an IP address'],
    ['gone', 'All about gone'],
    ['gone.made', 'gone.made'],
  ]);
  fireEvent.change(filter, { target: { value: 'addresses.block' } });
  await waitFor(() => expect(app.getInputs('admin.audit.list').at(-1)).toMatchObject({ action: 'addresses.block' }));
});

test('names the subject in words and collapses long values', async () => {
  const note = `A long story: ${'and then '.repeat(40)}the end`;
  app.answers['admin.audit.list'] = () => ({
    entries: [{ ...entry, action: 'offers.update', subject: '12', subject_name: 'Chai quiz', note }],
    actions: ['offers.update'],
    pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
  });
  app.open('/admin/audit');
  const subject = await screen.findByTitle('Filter by 12');
  expect(subject.parentElement?.textContent).toContain('Chai quiz');
  const cell = subject.closest('td') as HTMLElement;
  expect(within(cell).getByText('#12')).toBeTruthy();
  const collapsed = screen.getByText('Show all').closest('details') as HTMLDetailsElement;
  expect(collapsed.open).toBe(false);
  expect(collapsed.textContent).toContain('the end');
});

test('collapses a created record after its first fields', async () => {
  const after = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field_${n}`, `value ${n}`]));
  app.answers['admin.audit.list'] = () => ({
    entries: [{ ...entry, action: 'offers.create', before: null, after }],
    actions: ['offers.create'],
    pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
  });
  app.open('/admin/audit');
  const collapsed = (await screen.findByText('14 more fields')).closest('details') as HTMLDetailsElement;
  expect(collapsed.open).toBe(false);
  expect(within(collapsed).queryByText('value 5')).toBeNull();
  expect(within(collapsed).getByText('value 6')).toBeTruthy();
  expect(screen.getByText('value 5')).toBeTruthy();
});
