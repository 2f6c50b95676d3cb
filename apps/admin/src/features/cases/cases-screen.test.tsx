import type { CaseList, CaseRow } from '@inaam/contracts/cases/cases';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aCase, aCaseDetail } from './cases.fixture.ts';

const app = renderWithServer();

const makeCaseList = (cases: CaseRow[]): CaseList => ({
  cases,
  pagination: { page: 1, limit: 25, total: cases.length, totalPages: 1 },
});

async function open(address = '/admin/cases', cases = [aCase()], detail = aCaseDetail()) {
  app.answers['admin.networks.list'] = () => ({ networks: [{ network_id: 2, name: 'OGAds' }] });
  app.answers['admin.cases.list'] = () => makeCaseList(cases);
  app.answers['admin.cases.get'] = () => detail;
  app.open(address);
  // An open panel hides the page from queries by role.
  if (!address.includes('panel')) await screen.findByRole('heading', { name: 'Missing Credit' });
}

test('shows a case’s status and the network’s last postback', async () => {
  const parked = {
    received_at: '2026-07-19T06:00:00.000Z',
    outcome: 'parked',
    reason: 'The status is not mapped',
    transaction_id: 't',
  } as const;
  await open('/admin/cases', [
    aCase(),
    aCase({ case_id: 9, status: 'closed', resolution: 'The trial was cancelled', calls: [parked] }),
  ]);
  await screen.findAllByText((_, element) => element?.textContent === 'asha@example.com');
  const [first, second] = screen.getAllByRole('row').slice(1);
  expect(first?.textContent).toMatch(/Open.*No postbacks/);
  expect(second?.textContent).toMatch(/Closed.*The trial was cancelled.*Parked.*The status is not mapped/);
});

test('exports the cases of the selected network', async () => {
  await open();
  const select = await screen.findByLabelText('Network');
  await within(select).findByRole('option', { name: 'OGAds' });
  fireEvent.change(select, { target: { value: '2' } });
  await waitFor(() =>
    expect(app.getInputs('admin.cases.list').at(-1)).toEqual({ page: 1, limit: 25, total: 'capped', network_id: 2 }),
  );
  expect(screen.getByRole('link', { name: /Export CSV/ }).getAttribute('href')).toBe('/export/cases.csv?network_id=2');
});

test('closes a case with a reason for the user', async () => {
  await open('/admin/cases?panel=8');
  expect(await screen.findByText('I finished it on Monday')).toBeTruthy();
  expect(screen.getByText('90% arrive within 2 h')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close with a reason' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close the case' }));
  expect(await within(dialog).findByText('A reason is required')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: ' Not a new customer ' } });
  app.answers['admin.cases.close'] = () => {
    throw new Refusal('CASE_CREDITED');
  };
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close the case' }));
  expect(await within(dialog).findByText('This case was credited already')).toBeTruthy();
  app.answers['admin.cases.close'] = () => ({ message: 'Case closed' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close the case' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.getInputs('admin.cases.close').at(-1)).toEqual({ case_id: 8, reason: 'Not a new customer' });
});

test('closes several open cases with one reason', async () => {
  await open('/admin/cases', [aCase(), aCase({ case_id: 9 }), aCase({ case_id: 10, status: 'closed' })]);
  app.answers['admin.cases.bulkClose'] = () => ({ message: '2 cases closed', closed: 2, refused: [] });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close with a reason' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close 2 cases?' });
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'The campaign is over' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close 2 cases' }));
  await waitFor(() => expect(screen.queryByText('3 cases selected')).toBeNull());
  expect(app.getInputs('admin.cases.bulkClose')).toEqual([{ case_ids: [8, 9], reason: 'The campaign is over' }]);
});

test('credits a case manually', async () => {
  await open('/admin/cases?panel=8');
  app.answers['admin.users.credit'] = () => ({ completion_id: 1, message: 'Completion credited' });
  fireEvent.click(await screen.findByRole('button', { name: 'Credit manually' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'screenshot' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Credit' }));
  await waitFor(() =>
    expect(app.getInputs('admin.users.credit')).toEqual([
      { user_id: 7, offer_id: 3, reason: 'screenshot', payout_amount: 40 },
    ]),
  );
});

test('hides the actions on a closed case', async () => {
  await open(
    '/admin/cases?panel=8',
    [aCase()],
    aCaseDetail({ status: 'credited', resolution: 'The network confirmed it' }),
  );
  expect(await screen.findByText('The network confirmed it')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Credit manually' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close with a reason' })).toBeNull();
});

test('shows an empty list', async () => {
  await open('/admin/cases', []);
  expect(await screen.findByText('No missing credit cases yet')).toBeTruthy();
});
