import type { DeliveryRow, WebhookEndpoint } from '@inaam/contracts/webhooks/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aDelivery, aDeliveryDetail, anEndpoint } from './webhooks.fixture.ts';

const app = renderWithServer();
const AT = '2026-07-19T06:30:00.000Z';

let endpoints: WebhookEndpoint[];
let deliveries: DeliveryRow[];
beforeEach(() => {
  endpoints = [anEndpoint()];
  deliveries = [aDelivery()];
  app.answers['admin.webhooks.endpoints'] = () => ({ endpoints });
  app.answers['admin.webhooks.deliveries'] = () => ({
    deliveries,
    pagination: { page: 1, limit: 50, total: deliveries.length, totalPages: 1 },
  });
});

const press = async (name: string | RegExp, container?: HTMLElement) =>
  fireEvent.click(await (container ? within(container) : screen).findByRole('button', { name }));
const openPanel = async () => {
  app.open('/admin/webhooks');
  await press('Open Orders');
  return screen.findByRole('dialog', { name: 'Orders' });
};

test('explains webhooks if there are no endpoints', async () => {
  endpoints = [];
  deliveries = [];
  app.open('/admin/webhooks');
  expect(await screen.findByText('No events sent yet')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Endpoints' })).toBeNull());
  await expectAccessible();
});

test('still shows the endpoints if the deliveries failed to load', async () => {
  app.answers['admin.webhooks.deliveries'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  app.open('/admin/webhooks');
  expect(await screen.findByText('Failed to fetch deliveries')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Orders' })).toBeTruthy();
});

test('shows problems at their fields, adds the endpoint, and shows its secret once', async () => {
  app.open('/admin/webhooks');
  await press('Add endpoint');
  const form = await screen.findByRole('dialog', { name: 'Add endpoint' });
  await press('Add endpoint', form);
  expect(within(form).getByText('Name is required')).toBeTruthy();
  expect(app.getInputs('admin.webhooks.create')).toEqual([]);

  fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Books' } });
  fireEvent.change(within(form).getByLabelText('URL'), { target: { value: 'https://10.0.0.1/in' } });
  fireEvent.click(within(form).getByRole('checkbox', { name: /^A voucher was used/ }));
  app.answers['admin.webhooks.create'] = () => {
    throw new Refusal('BAD_INPUT', 'url');
  };
  await press('Add endpoint', form);
  await waitFor(() => expect(within(form).getByLabelText('URL').getAttribute('aria-invalid')).toBe('true'));
  expect(within(form).getByLabelText('Name')).toHaveProperty('value', 'Books');
  await expectAccessible();

  fireEvent.change(within(form).getByLabelText('URL'), { target: { value: 'https://books.example.com/in' } });
  app.answers['admin.webhooks.create'] = () => ({ endpoint: anEndpoint({ name: 'Books' }), secret: 'whsec_c2VjcmV0' });
  await press('Add endpoint', form);
  const secretDialog = await screen.findByRole('dialog', { name: 'The secret of Books' });
  expect(within(secretDialog).getByRole('status', { name: 'Secret' }).textContent).toBe('whsec_c2VjcmV0');
  expect(app.getInputs('admin.webhooks.create').at(-1)).toEqual({
    kind: 'webhook',
    name: 'Books',
    url: 'https://books.example.com/in',
    events: ['voucher.used'],
  });
  await expectAccessible();
  await press('Done', secretDialog);
  await waitFor(() => expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull());
});

test('requires the macro for the click ID in a tracker’s URL', async () => {
  app.open('/admin/webhooks');
  await press('Add endpoint');
  const form = await screen.findByRole('dialog', { name: 'Add endpoint' });
  fireEvent.click(within(form).getByRole('radio', { name: 'Tracker' }));
  fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Voluum' } });
  fireEvent.change(within(form).getByLabelText('Traffic source'), { target: { value: 'voluum' } });
  fireEvent.change(within(form).getByLabelText('URL'), { target: { value: 'https://t.example.com/?x={payout}' } });
  await press('Add endpoint', form);
  expect(within(form).getByText('URL must have {source_click} in it')).toBeTruthy();
});

test('reports whether a test event arrived', async () => {
  const panel = await openPanel();
  app.answers['admin.webhooks.test'] = () => aDeliveryDetail({ problem: 'It answered with status 404' });
  await press('Send a test', panel);
  expect(await within(panel).findByText('The test failed')).toBeTruthy();
  expect(within(panel).getByText('It answered with status 404')).toBeTruthy();
  app.answers['admin.webhooks.test'] = () => aDeliveryDetail({ problem: null, last_status: 204 });
  await press('Send a test', panel);
  expect(await within(panel).findByText('The test was delivered')).toBeTruthy();
  expect(app.getInputs('admin.webhooks.test')).toEqual([{ endpoint_id: 3 }, { endpoint_id: 3 }]);
});

test('shows why an endpoint was disabled, enables it again and resends its failed events', async () => {
  endpoints = [anEndpoint({ disabled_at: AT, disabled_reason: 'It answered that it is gone (410)', queued: 12 })];
  const panel = await openPanel();
  expect(screen.getByText('1 endpoint disabled')).toBeTruthy();
  expect(
    within(panel).getByText('It answered that it is gone (410). Events wait until the endpoint is enabled.'),
  ).toBeTruthy();
  await expectAccessible();
  app.answers['admin.webhooks.update'] = () => ({ message: 'Endpoint saved' });
  await press('Enable', panel);
  await waitFor(() => expect(app.getInputs('admin.webhooks.update')).toEqual([{ endpoint_id: 3, active: true }]));
  app.answers['admin.webhooks.replay'] = () => ({ deliveries: 4, message: 'Sent again' });
  await press('Send failed events again', panel);
  await waitFor(() =>
    expect(app.getInputs('admin.webhooks.replay')).toEqual([{ endpoint_id: 3, failed_since: expect.any(String) }]),
  );
});

test('rotates the secret with an overlap and removes the endpoint after confirmation', async () => {
  const panel = await openPanel();
  await press('Rotate secret', panel);
  const dialog = await screen.findByRole('alertdialog', { name: 'Rotate the secret of Orders?' });
  fireEvent.change(within(dialog).getByLabelText('Keep the old secret for'), { target: { value: '168' } });
  app.answers['admin.webhooks.rotateSecret'] = () => ({ secret: 'whsec_bmV3', message: 'Secret rotated' });
  await press('Rotate secret', dialog);
  expect(await screen.findByText('whsec_bmV3')).toBeTruthy();
  expect(app.getInputs('admin.webhooks.rotateSecret')).toEqual([{ endpoint_id: 3, overlap_hours: 168 }]);
  await press('Done');

  await press('Remove', panel);
  const confirmation = await screen.findByRole('alertdialog', { name: 'Remove Orders?' });
  expect(app.getInputs('admin.webhooks.remove')).toEqual([]);
  app.answers['admin.webhooks.remove'] = () => ({ message: 'Endpoint removed' });
  await press('Remove', confirmation);
  await waitFor(() => expect(app.getInputs('admin.webhooks.remove')).toEqual([{ endpoint_id: 3 }]));
});

test('shows a delivery’s attempts and body, and sends it again', async () => {
  app.answers['admin.webhooks.delivery'] = () => aDeliveryDetail();
  app.open('/admin/webhooks');
  await press('Open completion-confirmed-12 to Orders');
  const dialog = await screen.findByRole('dialog', { name: 'A completion was confirmed' });
  expect(within(dialog).getByRole('heading', { name: '2 attempts' })).toBeTruthy();
  expect(within(dialog).getByText('It did not answer in 10 s')).toBeTruthy();
  expect(within(dialog).getByText(/"payout": 12.5/)).toBeTruthy();
  await expectAccessible();
  app.answers['admin.webhooks.replay'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  await press('Send again', dialog);
  expect(await within(dialog).findByText('The event was not sent again')).toBeTruthy();
  app.answers['admin.webhooks.replay'] = () => ({ deliveries: 1, message: 'Sent again' });
  await press('Send again', dialog);
  await waitFor(() => expect(app.getInputs('admin.webhooks.replay')).toEqual([{ delivery_id: 7 }, { delivery_id: 7 }]));
});

test('sends selected deliveries again, except deliveries that were never attempted', async () => {
  deliveries = [aDelivery(), aDelivery({ delivery_id: 8, status: 'queued', attempts: 0, settled_at: null })];
  app.answers['admin.webhooks.replay'] = () => ({ deliveries: 1, message: 'Sent again' });
  app.open('/admin/webhooks');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await press('Send again', screen.getByRole('region', { name: 'Selected deliveries' }));
  await waitFor(() => expect(screen.queryByText('2 deliveries selected')).toBeNull());
  expect(app.getInputs('admin.webhooks.replay')).toEqual([{ delivery_ids: [7] }]);
});
