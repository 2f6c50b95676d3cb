import type { NetworkList } from '@inaam/contracts/networks/health';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aHealth, aNetwork } from './networks.fixture.ts';

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

test('lists each network with its state, and links figures to the postbacks that they count', async () => {
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
  const notice = screen.getByText('Postbacks to unknown URLs').closest('[role=status]');
  expect(notice?.textContent).toContain('/postback/monlixx: 2 postbacks');
});

test('marks a network whose secret cannot be decrypted', async () => {
  app.answers['admin.networks.list'] = () => ({
    networks: [row(), row({ network_id: 4, name: 'Monlix', slug: 'monlix', is_secret_lost: true })],
    unknown_slugs: [],
  });
  app.open('/admin/networks');
  const workingRow = (await screen.findByText('BitLabs')).closest('tr');
  expect(workingRow?.textContent).not.toContain('Secret');
  expect(screen.getByText('Monlix').closest('tr')?.textContent).toContain('Secret cannot be decrypted');
});

test('reveals a postback URL with a secret on request, and focuses the button that copies the URL', async () => {
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

test('links a network without postbacks to its set-up', async () => {
  app.answers['admin.networks.list'] = () => ({ networks: [row({ last_postback_at: null })], unknown_slugs: [] });
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.health'] = () => aHealth({ last_postback_at: null, silence_seconds: null });
  app.open('/admin/networks');
  const link = await screen.findByRole('link', { name: 'Continue set-up of BitLabs' });
  expect(link.getAttribute('href')).toBe('/admin/networks/3/setup');
  app.go('/admin/networks/3');
  const health = await screen.findByRole('link', { name: 'Continue set-up' });
  expect(health.getAttribute('href')).toBe('/admin/networks/3/setup');
  expect(screen.queryByRole('slider')).toBeNull();
});

test('invites the admin to add the first network, and shows a failed load as a failure', async () => {
  app.answers['admin.networks.list'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  app.open('/admin/networks');
  expect(await screen.findByText('Failed to fetch networks')).toBeTruthy();
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No networks yet')).toBeTruthy();
});
