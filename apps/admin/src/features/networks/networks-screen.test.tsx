import type { NetworkList } from '@inaam/contracts/networks/health';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aHealth, aNetwork, aPreset } from './networks.fixture.ts';

const app = renderWithServer();

const row = (changed: Partial<NetworkList['networks'][number]> = {}) => ({
  network_id: 3,
  slug: 'bitlabs',
  name: 'BitLabs',
  is_active: true,
  is_secret_lost: false,
  preset: 'bitlabs',
  currency: 'USD',
  offers: 4,
  last_postback_at: '2026-07-19T06:30:00.000Z',
  is_silent: false,
  is_parking: false,
  accepted: 17,
  refused: 0,
  alerts: 0,
  parked: 2,
  ...changed,
});

test('lists each network with its last day and links figures to their calls', async () => {
  app.answers['admin.networks.list'] = () => ({
    networks: [row(), row({ network_id: 4, name: 'Monlix', slug: 'monlix', is_active: false, is_silent: true })],
    unknown_slugs: [{ slug: 'monlixx', postbacks: 2, last_postback_at: '2026-07-19T06:30:00.000Z' }],
  });
  app.open('/admin/networks');
  const first = (await screen.findByText('BitLabs')).closest('tr') as HTMLElement;
  expect(first.textContent).not.toContain('Silent');
  expect(within(first).getByRole('link', { name: '2 in the inbox of BitLabs' }).getAttribute('href')).toBe(
    '/admin/networks/3?tab=inbox&outcome=parked',
  );
  const second = screen.getByText('Monlix').closest('tr');
  expect(second?.textContent).toContain('Silent longer than usual');
  expect(second?.textContent).toContain('Inactive');
  const notice = screen.getByText('Calls to unknown addresses').closest('[role=status]');
  expect(notice?.textContent).toContain('/postback/monlixx: 2 calls');
});

test('marks a network whose secret cannot be decrypted', async () => {
  app.answers['admin.networks.list'] = () => ({
    networks: [row(), row({ network_id: 4, name: 'Monlix', slug: 'monlix', is_secret_lost: true })],
    unknown_slugs: [],
  });
  app.open('/admin/networks');
  const good = (await screen.findByText('BitLabs')).closest('tr');
  expect(good?.textContent).not.toContain('Secret');
  expect(screen.getByText('Monlix').closest('tr')?.textContent).toContain('Secret cannot be decrypted');
});

test('adds a network from a preset and a secret, then shows its address to copy', async () => {
  app.answers['admin.networks.list'] = () => ({ networks: [row()], unknown_slugs: [] });
  app.answers['admin.networks.presets'] = () => ({
    presets: [aPreset(), aPreset({ id: 'cpx', label: 'CPX Research', unconfirmed: [] })],
  });
  app.answers['admin.networks.create'] = (input) => {
    if (input['slug'] === 'taken') throw new Refusal('NETWORK_SLUG_TAKEN');
    return { network: aNetwork({ network_id: 9, name: 'BitLabs' }), message: 'Network created successfully' };
  };
  app.open('/admin/networks');
  fireEvent.click(await screen.findByRole('button', { name: 'Add network' }));
  const panel = await screen.findByRole('dialog');
  fireEvent.change(await within(panel).findByLabelText('Search presets'), { target: { value: 'bit' } });
  expect(within(panel).queryByText('CPX Research')).toBeNull();
  fireEvent.click(within(panel).getByRole('button', { name: /^BitLabs/ }));
  expect(within(panel).getByText('The names of the states.')).toBeTruthy();
  // The slug of the preset is taken: the next one is proposed.
  expect(within(panel).getByLabelText<HTMLInputElement>('Slug').value).toBe('bitlabs-2');
  fireEvent.click(within(panel).getByRole('button', { name: 'Add network' }));
  // The client shows all problems at once, without a request.
  fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: ' ' } });
  expect(await within(panel).findByText('App secret is required')).toBeTruthy();
  expect(within(panel).getByText('Name is required')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByLabelText('App secret')));
  expect(app.inputsOf('admin.networks.create')).toEqual([]);
  fireEvent.change(within(panel).getByLabelText('Name'), { target: { value: 'BitLabs' } });
  fireEvent.change(within(panel).getByLabelText('App secret'), { target: { value: ' a-long-secret ' } });
  const slug = within(panel).getByLabelText<HTMLInputElement>('Slug');
  fireEvent.change(slug, { target: { value: 'taken' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Add network' }));
  await waitFor(() => expect(document.activeElement).toBe(slug));
  expect(slug.getAttribute('aria-invalid')).toBe('true');
  // Typed values stay.
  expect(within(panel).getByLabelText<HTMLInputElement>('App secret').value).toBe(' a-long-secret ');
  fireEvent.change(slug, { target: { value: 'bitlabs-2' } });
  await waitFor(() => expect(slug.getAttribute('aria-invalid')).toBeNull());
  fireEvent.click(within(panel).getByRole('button', { name: 'Add network' }));
  expect(await within(panel).findByText('BitLabs is added')).toBeTruthy();
  expect(app.inputsOf('admin.networks.create').at(-1)).toEqual({
    preset: 'bitlabs',
    name: 'BitLabs',
    slug: 'bitlabs-2',
    secret: 'a-long-secret',
  });
  // A network that signs its calls has no secret in its address, so there is nothing to reveal.
  expect(within(panel).getByRole('button', { name: 'Copy postback URL' })).toBeTruthy();
  expect(within(panel).getByText('https://app.example/postback/bitlabs?uid=[%UID%]&tx=[%TX%]')).toBeTruthy();
  expect(within(panel).getByRole('checkbox', { name: 'The names of the states.' })).toBeTruthy();
});

test('closes the form when a new network needs approval', async () => {
  app.answers['admin.networks.list'] = () => ({ networks: [row()], unknown_slugs: [] });
  app.answers['admin.networks.presets'] = () => ({ presets: [aPreset()] });
  app.answers['admin.networks.create'] = () => {
    throw new Refusal('WAITS_FOR_APPROVAL');
  };
  app.open('/admin/networks');
  fireEvent.click(await screen.findByRole('button', { name: 'Add network' }));
  const panel = within(await screen.findByRole('dialog'));
  fireEvent.click(await panel.findByRole('button', { name: /^BitLabs/ }));
  fireEvent.change(panel.getByLabelText('App secret'), { target: { value: 'a-long-secret' } });
  fireEvent.click(panel.getByRole('button', { name: 'Add network' }));
  expect(await screen.findByText('Sent to the other owners')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('reveals an address with a secret on request and focuses its copy button', async () => {
  app.answers['admin.networks.get'] = () =>
    aNetwork({ signing: { kind: 'path_secret' }, postback_url: 'https://app.example/postback/bitlabs/••••' });
  app.answers['admin.networks.health'] = () => aHealth();
  app.answers['admin.networks.postbackUrl'] = () => ({
    postback_url: 'https://app.example/postback/bitlabs/drawn',
    secret: null,
  });
  app.open('/admin/networks/3');
  fireEvent.click(await screen.findByRole('button', { name: 'Show to copy' }));
  expect(await screen.findByText('https://app.example/postback/bitlabs/drawn')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Copy postback URL');
});

test('lists open and finished setup steps until the first call', async () => {
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.health'] = () => aHealth({ last_postback_at: null, silence_seconds: null });
  app.answers['admin.networks.list'] = () => ({ networks: [row()], unknown_slugs: [] });
  app.answers['admin.networks.presets'] = () => ({ presets: [aPreset()] });
  app.answers['admin.networks.tests'] = () => ({ runs: [] });
  app.open('/admin/networks/3');
  const steps = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(await steps.findByText('4 offers')).toBeTruthy();
  expect(steps.getByRole('link', { name: 'Go to the test' }).getAttribute('href')).toBe('/admin/networks/3?tab=test');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(await screen.findByText('The names of the states.')).toBeTruthy();
});

test('shows an invitation without networks, and a failure otherwise', async () => {
  app.answers['admin.networks.list'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  app.open('/admin/networks');
  expect(await screen.findByText('Failed to fetch networks')).toBeTruthy();
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No networks yet')).toBeTruthy();
});
