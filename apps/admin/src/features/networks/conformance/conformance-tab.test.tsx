import type { ConformanceCheck, ConformanceRun } from '@inaam/contracts/networks/conformance';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../../testing/render-with-server.tsx';
import { aNetwork } from '../networks.fixture.ts';

const app = renderWithServer();

const check = (id: string, changed: Partial<ConformanceCheck> = {}): ConformanceCheck => ({
  id,
  group: 'words',
  title: `Check ${id}`,
  verdict: 'passed',
  expected: 'accepted',
  got: 'accepted',
  weight: 5,
  settings: [],
  advice: null,
  ...changed,
});
const aRun = (changed: Partial<ConformanceRun> = {}): ConformanceRun => ({
  test_id: 1,
  network_id: 3,
  at: '2026-07-19T10:12:00.000Z',
  by: 'meera',
  score: 100,
  dialect: 'CPX Research',
  has_real_call: true,
  checks: [check('a'), check('b', { group: 'setup', verdict: 'skipped', got: 'There is no ceiling' })],
  ...changed,
});
const failedRun = aRun({
  test_id: 2,
  at: '2026-07-20T10:12:00.000Z',
  score: 61,
  checks: [
    check('a'),
    check('light', { verdict: 'failed', weight: 2, group: 'replies', settings: ['replies.forged'] }),
    check('middle', {
      verdict: 'failed',
      group: 'habits',
      settings: ['status_map'],
      advice: 'Change the status words.',
    }),
    check('heavy', {
      verdict: 'failed',
      weight: 20,
      got: 'parked: status "1" is not mapped',
      settings: ['status_map'],
      advice: 'Change the status words.',
    }),
  ],
});

const network = aNetwork({ slug: 'cpx', name: 'CPX Research', updated_at: '2026-07-19T10:00:00.000Z' });

let runs: ConformanceRun[];
beforeEach(() => {
  runs = [];
});

function open(): void {
  app.answers['admin.networks.get'] = () => network;
  app.answers['admin.networks.tests'] = () => ({ runs });
  app.answers['admin.networks.test'] = () => {
    runs = [failedRun, ...runs];
    return failedRun;
  };
  app.open('/admin/networks/3?tab=test');
}

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Test this network' }));

test('explains the test before the first run', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Not tested yet' })).toBeTruthy();
  expect(screen.getByText(/nothing is counted/)).toBeTruthy();
  await expectAccessible();
});

test('shows the score and recommended changes by severity, with their checks', async () => {
  open();
  await press();
  const part = within(await screen.findByRole('region', { name: 'Recommended changes' }));
  expect(part.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    'Recommended changes',
    'Status words',
    'Reply: forged',
  ]);
  const words = within(part.getByRole('region', { name: 'Status words' }));
  expect(words.getByText('2 checks failed')).toBeTruthy();
  expect(words.getByText('Change the status words.')).toBeTruthy();
  expect(words.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Check heavyExpectedacceptedActualparked: status "1" is not mapped',
    'Check middleExpectedacceptedActualaccepted',
  ]);
  const result = within(screen.getByRole('region', { name: 'Result' }));
  expect(result.getByText('61')).toBeTruthy();
  expect(result.getByText('Not ready')).toBeTruthy();
  expect(app.getInputs('admin.networks.test')).toEqual([{ network_id: 3 }]);
  // Screen readers announce the result.
  expect(screen.getByText('Tested: 61 of 100. Not ready.').getAttribute('role')).toBe('status');
  await expectAccessible();
});

test('recommends nothing after a perfect score and collapses checks that do not apply', async () => {
  runs = [aRun()];
  open();
  expect(await screen.findByText('Ready')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Recommended changes' })).toBeNull();
  expect(screen.getByText('1 check does not apply to this network')).toBeTruthy();
  expect(screen.getByText(/using CPX Research’s format/)).toBeTruthy();
});

test('shows Ready for a perfect score only once a real postback was accepted', async () => {
  runs = [aRun({ has_real_call: false })];
  open();
  expect(await screen.findByText('Settings fit, no real postback yet')).toBeTruthy();
  expect(screen.queryByText('Ready')).toBeNull();
  expect(screen.getByText(/Test again once the network has sent a postback/)).toBeTruthy();
});

test('opens earlier reports', async () => {
  runs = [failedRun, aRun()];
  open();
  const choice = await screen.findByRole('combobox', { name: 'Report' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map((each) => each.textContent),
  ).toEqual(['20 Jul 2026, 3:42 pm IST · 61 of 100 · newest', '19 Jul 2026, 3:42 pm IST · 100 of 100']);
  fireEvent.change(choice, { target: { value: '1' } });
  expect(await screen.findByText('Ready')).toBeTruthy();
});

test('marks a report that is older than the settings', async () => {
  runs = [aRun({ at: '2026-07-18T10:00:00.000Z' })];
  open();
  expect(await screen.findByText('The settings have changed since this test')).toBeTruthy();
});

test('explains the limits of a test if the network’s format is unknown', async () => {
  runs = [aRun({ dialect: null })];
  open();
  expect(await screen.findByText(/only real postbacks show whether the network agrees/)).toBeTruthy();
});

test('shows a failed test and keeps the report', async () => {
  runs = [aRun()];
  open();
  app.answers['admin.networks.test'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  await press();
  expect(await screen.findByText('The test could not be run')).toBeTruthy();
  expect(screen.getByText('Ready')).toBeTruthy();
});

test('retries reports that failed to load', async () => {
  open();
  app.answers['admin.networks.tests'] = () => {
    throw new Refusal('NETWORK_NOT_FOUND');
  };
  expect(await screen.findByText('Failed to fetch the reports')).toBeTruthy();
  app.answers['admin.networks.tests'] = () => ({ runs });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Not tested yet')).toBeTruthy();
});
