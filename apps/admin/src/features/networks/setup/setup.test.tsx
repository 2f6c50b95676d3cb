import type { NetworkSetup } from '@inaam/contracts/networks/setup';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../testing/accessible.ts';
import { press, pressOnceShown } from '../../../testing/press.ts';
import { Refusal, renderWithServer, servePreferences } from '../../../testing/render-with-server.tsx';
import { aNetwork, anOwnPreset, aPostback, aPreset, aSetup } from '../networks.fixture.ts';

const app = renderWithServer();

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const heading = (name: string) => screen.findByText(name, { selector: 'h2' });

let setup: NetworkSetup;
beforeEach(() => {
  setup = aSetup();
  servePreferences(app);
  app.answers['admin.networks.list'] = () => ({ networks: [{ ...aNetwork(), offers: 0 }], unknown_slugs: [] });
  app.answers['admin.networks.presets'] = () => ({
    presets: [aPreset(), aPreset({ id: 'cpx', label: 'CPX Research', unconfirmed: [] })],
    own: anOwnPreset(),
  });
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.setup'] = () => setup;
  app.answers['admin.networks.feed.get'] = () => ({ settings: null, presets: [] });
  app.answers['admin.networks.create'] = () => ({ network: aNetwork({ network_id: 9 }), message: 'Created' });
});

describe('a new network', () => {
  test('asks for a preset, then for its secret', async () => {
    app.open('/admin/networks/new');
    fireEvent.change(await screen.findByLabelText('Search presets'), { target: { value: 'bit' } });
    expect(screen.queryByText('CPX Research')).toBeNull();
    await expectAccessible();
    press(/^BitLabs/);
    await heading('Enter its secret');
    expect(screen.getByText('The names of the states.')).toBeTruthy();
    // The slug of the preset is taken, so the form proposes the next free slug.
    expect(screen.getByLabelText<HTMLInputElement>('Slug').value).toBe('bitlabs-2');
    // The client shows all problems at once, without a request.
    type('Name', ' ');
    press('Next');
    expect(await screen.findByText('App secret is required')).toBeTruthy();
    expect(screen.getByText('Name is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('App secret')));
    await expectAccessible();
  });

  test('asks for the rate last, and continues with the postback URL', async () => {
    app.open('/admin/networks/new');
    await pressOnceShown(/^BitLabs/);
    type('Name', 'BitLabs');
    type('App secret', ' a-long-secret ');
    press('Next');
    await heading('Set its currency and rate');
    expect(screen.getByText('₹110.00')).toBeTruthy();
    type('Rupees for one USD', 'many');
    press('Add network');
    expect(screen.getByText('Rupees for one USD must be a number')).toBeTruthy();
    expect(app.getInputs('admin.networks.create')).toEqual([]);
    type('Rupees for one USD', '84.5');
    await expectAccessible();
    press('Add network');
    await heading('Paste the postback URL');
    expect(app.address()).toBe('/admin/networks/9/setup');
    expect(app.getInputs('admin.networks.create')).toEqual([
      {
        preset: 'bitlabs',
        name: 'BitLabs',
        slug: 'bitlabs-2',
        currency: 'USD',
        rate: '84.5',
        secret: 'a-long-secret',
      },
    ]);
  });

  test('starts without a preset, with a slug derived from the name', async () => {
    app.open('/admin/networks/new');
    await pressOnceShown(/^Another network/);
    type('Name', 'Tea & Co.');
    expect(screen.getByLabelText<HTMLInputElement>('Slug').value).toBe('tea-co');
    press('Next');
    await heading('Set its currency and rate');
    press('Add network');
    await waitFor(() => expect(app.getInputs('admin.networks.create')).toHaveLength(1));
    expect(app.getInputs('admin.networks.create')[0]).toEqual({
      name: 'Tea & Co.',
      slug: 'tea-co',
      currency: 'USD',
      rate: '88',
    });
  });

  test('returns to the step with the refused field', async () => {
    app.answers['admin.networks.create'] = () => {
      throw new Refusal('NETWORK_SLUG_TAKEN');
    };
    app.open('/admin/networks/new');
    await pressOnceShown(/^BitLabs/);
    type('App secret', 'a-long-secret');
    press('Next');
    press('Add network');
    await heading('Enter its secret');
    await waitFor(() => expect(screen.getByLabelText('Slug').getAttribute('aria-invalid')).toBe('true'));
    // Typed values are kept.
    expect(screen.getByLabelText<HTMLInputElement>('App secret').value).toBe('a-long-secret');
  });

  test('keeps the step while another page is open, and asks before a typed secret is lost', async () => {
    app.open('/admin/networks/new');
    await pressOnceShown(/^Another network/);
    type('Name', 'Tea');
    press('Next');
    await heading('Set its currency and rate');
    type('Rupees for one USD', '84.5');
    app.go('/admin/networks');
    await screen.findByRole('heading', { level: 1, name: 'Networks' });
    fireEvent.click(screen.getByRole('link', { name: 'Add network' }));
    await heading('Set its currency and rate');
    expect(screen.getByText('Continued where you left off')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Rupees for one USD').value).toBe('84.5');
    await expectAccessible();
    press('Start over');
    await heading('Choose the network’s preset');
    press(/^BitLabs/);
    type('App secret', 'a-long-secret');
    press('Next');
    app.go('/admin/networks');
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    press('Leave');
    fireEvent.click(await screen.findByRole('link', { name: 'Add network' }));
    await heading('Enter its secret');
    expect(screen.getByText('The secret is not kept in the browser: enter it again.')).toBeTruthy();
    expect(sessionStorage.getItem('draft:meera:network-new')).not.toContain('a-long-secret');
  });

  test('returns to the list when a second person has to approve the new network', async () => {
    app.answers['admin.networks.create'] = () => {
      throw new Refusal('WAITS_FOR_APPROVAL');
    };
    app.open('/admin/networks/new');
    await pressOnceShown(/^BitLabs/);
    type('App secret', 'a-long-secret');
    press('Next');
    press('Add network');
    expect(await screen.findByText('Sent for approval')).toBeTruthy();
    await waitFor(() => expect(app.address()).toBe('/admin/networks'));
  });
});

describe('the set-up of a network', () => {
  test('shows in the vendor’s words where to paste the URL, with the source of these words', async () => {
    const source = {
      title: 'Reward callbacks, BitLabs developer docs',
      url: 'https://developer.bitlabs.ai/docs/general-reward-callbacks',
      read: '2026-11-26',
      trust: 'vendor' as const,
      says: 'The cog wheel opens it',
    };
    const code = { ...source, title: 'someone/app', url: null, trust: 'code' as const };
    app.answers['admin.networks.presets'] = () => ({
      presets: [aPreset({ paste: { path: ['Apps', 'Reward Callback'], source }, sources: [code] })],
      own: anOwnPreset(),
    });
    app.open('/admin/networks/3/setup');
    const place = await screen.findByRole('region', { name: 'Where to paste it' });
    expect(within(place).getByText('Apps')).toBeTruthy();
    expect(within(place).getByText('Reward Callback')).toBeTruthy();
    expect(within(place).getByText('Vendor’s documentation, read on 26 Nov 2026')).toBeTruthy();
    const sources = screen.getByRole('region', { name: 'Sources' });
    expect(within(sources).getByText('Unverified')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'The names of the states.' })).toBeTruthy();
    await expectAccessible();
  });

  test('shows that no source states where to paste the URL', async () => {
    app.open('/admin/networks/3/setup');
    const place = await screen.findByRole('region', { name: 'Where to paste it' });
    expect(place.textContent).toContain('The documentation of BitLabs does not say where');
  });

  test('offers an import and a form with the network selected, and returns to the step after the form', async () => {
    app.answers['admin.offers.list'] = () => ({
      offers: [],
      pagination: { page: 1, limit: 10, total: 0, totalPages: 1 },
    });
    app.answers['admin.views.list'] = () => ({ views: [] });
    app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
    app.open('/admin/networks/3/setup?step=offers');
    await heading('Add its offers');
    expect(screen.getByText('No offers yet')).toBeTruthy();
    await expectAccessible();
    press('Import by feed');
    expect(await screen.findByText('No feed yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Create an offer' }));
    const panel = await screen.findByRole('dialog', { name: 'Create offer' });
    await waitFor(() => expect(within(panel).getByLabelText<HTMLSelectElement>('Network').value).toBe('3'));
    expect(within(panel).getByRole('option', { name: 'BitLabs' })).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    // The set-up returns to the step that was open before.
    await heading('Add its offers');
    expect(app.address()).toBe('/admin/networks/3/setup');
  });

  test('changes to Ready automatically when the first real postback is accepted', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      setup = aSetup({ offers: 1, active_offers: 1, calls: [aPostback({ reason: 'Click not found' })] });
      app.open('/admin/networks/3/setup?step=call');
      expect(await screen.findByText('Waiting for the first real postback')).toBeTruthy();
      expect(screen.getByText(/usual for a test/)).toBeTruthy();
      expect(screen.queryByText('Ready')).toBeNull();
      await expectAccessible();
      setup = { ...setup, real_call_at: '2026-07-19T06:30:00.000Z' };
      await vi.advanceTimersByTimeAsync(3100);
      expect((await screen.findByText('Ready')).getAttribute('role')).toBe('status');
      const calls = app.getInputs('admin.networks.setup').length;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(app.getInputs('admin.networks.setup')).toHaveLength(calls);
    } finally {
      vi.useRealTimers();
    }
    await expectAccessible();
  });

  test('tests the settings at the last step, and does not show Ready below a score of 100', async () => {
    setup = aSetup({ test_score: null, real_call_at: '2026-07-19T06:30:00.000Z', calls: [aPostback()] });
    app.answers['admin.networks.test'] = () => {
      setup = { ...setup, test_score: 92 };
      return { score: 92 };
    };
    app.open('/admin/networks/3/setup?step=call');
    expect(await screen.findByText('Settings tested: 92 of 100')).toBeTruthy();
    expect(await screen.findByText('Nearly ready')).toBeTruthy();
    expect(app.getInputs('admin.networks.test')).toEqual([{ network_id: 3 }]);
  });

  test('opens the step that was open last', async () => {
    app.open('/admin/networks/3/setup');
    await heading('Paste the postback URL');
    press('I have pasted it');
    await heading('Add its offers');
    app.go('/admin/networks/3/setup?step=nonsense');
    await heading('Add its offers');
    expect(app.getInputs('admin.preferences.set').at(-1)).toEqual({
      name: 'setup_steps',
      network_id: 3,
      value: 'offers',
    });
  });

  test('shows a failure with a retry', async () => {
    app.answers['admin.networks.setup'] = () => {
      // A refusal is final: the screen does not retry automatically.
      throw new Refusal('NETWORK_NOT_FOUND');
    };
    app.open('/admin/networks/3/setup');
    expect(await screen.findByText('The set-up could not be loaded')).toBeTruthy();
    app.answers['admin.networks.setup'] = () => setup;
    press('Retry');
    await heading('Paste the postback URL');
  });
});
