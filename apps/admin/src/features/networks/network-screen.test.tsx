import type { PostbackDetail } from '@inaam/contracts/postbacks/inbox';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aHealth, aNetwork, anEntry, aPostback } from './networks.fixture.ts';

const app = renderWithServer();

const makePagination = (total: number) => ({ page: 1, limit: 50, total, totalPages: 1, pages: 1 });
async function open(tab: string, more = '') {
  app.answers['admin.networks.get'] ??= () => aNetwork();
  app.answers['admin.networks.health'] ??= () => aHealth();
  app.answers['admin.postbacks.list'] ??= () => ({ postbacks: [aPostback()], pagination: makePagination(1204) });
  app.answers['admin.views.list'] ??= () => ({ views: [] });
  app.answers['admin.networks.presets'] ??= () => ({ presets: [] });
  app.open(`/admin/networks/3?tab=${tab}${more}`);
  // Searches by text, because an open panel hides the page from queries by role.
  await screen.findByText('BitLabs', { selector: 'h1' });
}
const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('shows figures by day and warns of an unusual silence', async () => {
  app.answers['admin.networks.health'] = () =>
    aHealth({ is_silent: true, silence_seconds: 180_000, alerts: [aPostback({ alert: 'Another payout' })] });
  await open('health');
  expect(await screen.findByText('Silent for 2 days')).toBeTruthy();
  expect(screen.getByText('2 days ago')).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'Refused per day' }).getAttribute('aria-valuetext')).toContain('2');
  expect(screen.getByRole('link', { name: 'Another payout' }).getAttribute('href')).toBe(
    '/admin/networks/3?tab=inbox&panel=91',
  );
  fireEvent.click(screen.getByLabelText('90 days'));
  await waitFor(() => expect(app.getInputs('admin.networks.health').at(-1)).toEqual({ network_id: 3, days: 90 }));
});

test('requests the inbox of this network with the filters of the URL', async () => {
  await open('inbox', '&outcome=parked&alerts=only');
  await screen.findByText('state=hold is not mapped');
  expect(app.getInputs('admin.postbacks.list').at(-1)).toEqual({
    network_id: 3,
    outcome: 'parked',
    alerts: true,
    page: 1,
    limit: 50,
  });
  change('Event', 'reverse');
  await waitFor(() => expect(app.getInputs('admin.postbacks.list').at(-1)).toMatchObject({ kind: 'reverse' }));
  expect(app.address()).toBe('/admin/networks/3?outcome=parked&kind=reverse&tab=inbox&alerts=only');
});

test('applies the default view when the inbox opens, but not after the filters are cleared', async () => {
  app.answers['admin.views.list'] = () => ({
    views: [{ view_id: 1, name: 'To match', search: 'outcome=parked&tab=inbox', is_default: true }],
  });
  await open('health');
  expect(await screen.findByText('Postbacks by day')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Inbox' }));
  await waitFor(() => expect(app.address()).toBe('/admin/networks/3?outcome=parked&tab=inbox'));
  await waitFor(() => expect(app.getInputs('admin.postbacks.list').at(-1)).toMatchObject({ outcome: 'parked' }));
  press(/Clear filters/);
  await waitFor(() => expect(app.address()).toBe('/admin/networks/3?tab=inbox'));
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Outcome').value).toBe('all'));
});

test('ignores the default view if the URL contains filters', async () => {
  app.answers['admin.views.list'] = () => ({
    views: [{ view_id: 1, name: 'To match', search: 'outcome=parked&tab=inbox', is_default: true }],
  });
  await open('inbox', '&alerts=only');
  await screen.findByText('state=hold is not mapped');
  await waitFor(() => expect(app.getInputs('admin.views.list')).toHaveLength(1));
  expect(app.address()).toBe('/admin/networks/3?tab=inbox&alerts=only');
});

test('replays the filtered postbacks in batches after confirmation', async () => {
  const difference = { postback_id: 91, received_at: '2026-07-19T06:30:00.000Z', from: 'parked', from_reason: 'why' };
  app.answers['admin.postbacks.replay'] = ({ after }) =>
    after === 0
      ? { judged: 500, changed: [{ ...difference, to: 'accepted', to_reason: null }], next: 700 }
      : { judged: 704, changed: [], next: null };
  await open('inbox', '&outcome=parked');
  await screen.findByText('state=hold is not mapped');
  press('Replay 1,204 postbacks');
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toContain('Outcome: Parked');
  fireEvent.click(within(question).getByRole('button', { name: 'Replay' }));
  expect(await screen.findByText('1,204 postbacks replayed')).toBeTruthy();
  expect(screen.getByText('1 outcome changed.')).toBeTruthy();
  expect(app.getInputs('admin.postbacks.replay')).toEqual([
    { network_id: 3, outcome: 'parked', after: 0 },
    { network_id: 3, outcome: 'parked', after: 700 },
  ]);
});

const postback: Partial<PostbackDetail> = {
  history: [
    {
      at: '2026-07-19T07:30:00.000Z',
      by: 'meera',
      cause: 'replay',
      from_outcome: 'parked',
      from_reason: null,
      to_outcome: 'parked',
      to_reason: 'Click not found',
    },
  ],
};

test('marks the stored part of a truncated postback', async () => {
  app.answers['admin.postbacks.get'] = () => anEntry({ body: 'x', truncated_from_bytes: 70_000 });
  await open('inbox', '&panel=91');
  const request = await screen.findByRole('region', { name: 'Request as received' });
  expect(request.textContent).toContain('first part of 70,000 bytes');
});

test('shows a postback’s request, outcome and reply', async () => {
  app.answers['admin.postbacks.get'] = () => anEntry(postback);
  await open('inbox', '&panel=91');
  const request = await screen.findByRole('region', { name: 'Request as received' });
  expect(request.textContent).toContain('GET /postback/bitlabs?uid=click-9&tx=tx-17&hash=••••');
  expect(screen.getByRole('region', { name: 'Processed again' }).textContent).toContain('Click not found');
  expect(screen.getByRole('region', { name: 'Reply to the network' }).textContent).toContain('404');
});

test('matches a parked postback to a click manually', async () => {
  app.answers['admin.postbacks.get'] = () => anEntry(postback);
  app.answers['admin.postbacks.match'] = ({ click_id }) => {
    if (click_id !== 'click-10') throw new Refusal('CLICK_NOT_FOUND');
    return { changed: null };
  };
  await open('inbox', '&panel=91');
  fireEvent.click(await screen.findByRole('button', { name: 'Match to a click' }));
  const question = screen.getByRole('alertdialog');
  const match = () => fireEvent.click(within(question).getByRole('button', { name: 'Match' }));
  match();
  expect(within(question).getByText('Click ID is required')).toBeTruthy();
  expect(app.getInputs('admin.postbacks.match')).toEqual([]);
  change('Click ID', 'click-0');
  match();
  expect(await within(question).findByText('There is no such click')).toBeTruthy();
  change('Click ID', ' click-10 ');
  match();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.getInputs('admin.postbacks.match').at(-1)).toEqual({ postback_id: 91, click_id: 'click-10' });
});

test('dry-runs and saves only the changed settings', async () => {
  app.answers['admin.postbacks.dryRun'] = () => ({ checked_count: 40, differences: [] });
  app.answers['admin.networks.update'] = () => ({
    network: aNetwork({ rate: 90 }),
    message: 'Network updated successfully',
  });
  await open('settings');
  await screen.findByText('No changes');
  change('Rupees for one unit', 'many');
  press('Dry run');
  expect(screen.getByText('Rupees for one unit must be a number')).toBeTruthy();
  expect(app.getInputs('admin.postbacks.dryRun')).toEqual([]);
  change('Rupees for one unit', '90');
  press('Dry run');
  expect(await screen.findByText('No outcome would change')).toBeTruthy();
  expect(app.getInputs('admin.postbacks.dryRun').at(-1)).toMatchObject({ network_id: 3, changes: { rate: '90' } });
  expect(app.getInputs('admin.networks.update')).toEqual([]);
  app.answers['admin.networks.get'] = () => aNetwork({ rate: 90 });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No changes')).toBeTruthy();
  expect(app.getInputs('admin.networks.update')).toEqual([{ network_id: 3, version: 1, rate: '90' }]);
});

const difference = {
  postback_id: 91,
  received_at: '2026-07-19T06:30:00.000Z',
  from: 'parked',
  from_reason: 'state=hold is not mapped',
  to: 'accepted',
  to_reason: null,
};

test('shows changed outcomes of a dry run and runs again for another range', async () => {
  app.answers['admin.postbacks.dryRun'] = ({ dateRange }) =>
    dateRange === 'all' ? { checked_count: 1, differences: [difference] } : { checked_count: 0, differences: [] };
  await open('settings');
  await screen.findByText('No changes');
  change('Rupees for one unit', '90');
  press('Dry run');
  const panel = within(await screen.findByRole('dialog', { name: 'Dry run' }));
  expect(await panel.findByText('No outcome would change')).toBeTruthy();
  fireEvent.click(panel.getByLabelText('All'));
  const changed = await panel.findByText('1 outcome would change');
  expect(changed.closest('[role=status]')?.textContent).toBe('1 outcome would change in 1 postback.');
  expect(panel.getAllByRole('row')[1]?.textContent).toMatch(/Postback 91.*Parked.*state=hold is not mapped.*Accepted/);
  expect(app.getInputs('admin.postbacks.dryRun').map(({ dateRange }) => dateRange)).toEqual(['month', 'all']);
  await expectAccessible();
});

test('retries a failed dry run and keeps typed values', async () => {
  app.answers['admin.postbacks.dryRun'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  await open('settings');
  await screen.findByText('No changes');
  change('Rupees for one unit', '90');
  press('Dry run');
  const panel = within(await screen.findByRole('dialog', { name: 'Dry run' }));
  expect(await panel.findByText('The dry run failed')).toBeTruthy();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await expectAccessible();
  app.answers['admin.postbacks.dryRun'] = () => ({ checked_count: 3, differences: [] });
  fireEvent.click(panel.getByRole('button', { name: 'Retry' }));
  expect(await panel.findByText('No outcome would change')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Back to the settings' }));
  expect(screen.getByLabelText<HTMLInputElement>('Rupees for one unit').value).toBe('90');
});

test('focuses an invalid field in a list of rules, and shows the number of invalid fields in the bar', async () => {
  await open('settings');
  await screen.findByText('No changes');
  press(/^Status words/);
  press('Add a rule');
  // A collapsed group opens if it contains a problem.
  press(/^Status words/);
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull();
  press('Save');
  const problem = await screen.findByText('Rule parameter must be a parameter name');
  await waitFor(() => expect(document.activeElement).toBe(problem.parentElement));
  expect(screen.getByText('1 field to correct')).toBeTruthy();
  expect(app.getInputs('admin.networks.update')).toEqual([]);
  await expectAccessible();
  press('Remove rule 1');
  expect(await screen.findByText('No changes')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Add a rule');
});

test('shows a refusal at its field, and asks before unsaved settings are lost', async () => {
  app.answers['admin.networks.update'] = () => {
    throw new Refusal('NETWORK_SLUG_TAKEN');
  };
  await open('settings');
  await screen.findByText('No changes');
  change('Slug', 'monlix');
  press('Save');
  await waitFor(() => expect(screen.getByLabelText('Slug').getAttribute('aria-invalid')).toBe('true'));
  fireEvent.click(screen.getByRole('tab', { name: 'Health' }));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  press('Stay');
  expect(screen.getByLabelText<HTMLInputElement>('Slug').value).toBe('monlix');
});

test('warns of a secret that cannot be decrypted, with a link to the settings', async () => {
  app.answers['admin.networks.get'] = () => aNetwork({ is_secret_lost: true });
  await open('inbox');
  expect(screen.getByText('The secret cannot be decrypted')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Go to the settings' }));
  expect(await screen.findByText('cannot be decrypted: enter it again')).toBeTruthy();
});

test('rotates a secret without showing it, and sets how long the old secret remains valid', async () => {
  app.answers['admin.networks.get'] = () =>
    aNetwork({ previous_secret: { hint: '••••aaaa', until: '2026-07-20T06:30:00.000Z' } });
  app.answers['admin.networks.rotateSecret'] = () => ({ network: aNetwork(), message: 'Secret rotated successfully' });
  await open('settings');
  expect((await screen.findByText(/The old secret,/)).parentElement?.textContent).toContain('••••aaaa');
  press('Rotate secret');
  const panel = screen.getByRole('dialog');
  fireEvent.change(within(panel).getByLabelText('New secret'), { target: { value: 'another-long-one' } });
  fireEvent.change(within(panel).getByLabelText('Overlap (hours)'), { target: { value: '0' } });
  expect(within(panel).getByText('The old secret is refused at once.')).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: 'Rotate secret' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.getInputs('admin.networks.rotateSecret')).toEqual([
    { network_id: 3, secret: 'another-long-one', overlap_hours: 0 },
  ]);
});
