import { computeCommitment, computeRoll, runWithWebCrypto, toHex } from '@inaam/contracts/spins/draw';
import { getMerklePath, treeSteps } from '@inaam/contracts/spins/merkle';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderApp } from '../../testing/render-app.tsx';
import { serveProvenSpin } from '../../testing/spin-fixture.ts';

const app = renderApp();

const SEED = new Uint8Array(32).fill(7);

async function drawn({ isThere }: { isThere: boolean }) {
  const commitment = await computeCommitment(SEED);
  const levels = await runWithWebCrypto(
    treeSteps([new Uint8Array(32), Uint8Array.from(Buffer.from(commitment, 'hex'))]),
  );
  const root = isThere ? toHex(levels[1]?.[0] ?? new Uint8Array()) : 'ab'.repeat(32);
  serveProvenSpin(app, {
    serverSeed: toHex(SEED),
    clientSeed: 'mine',
    completionId: 12,
    commitment,
    roll: await computeRoll(SEED, 'mine', 12),
    clientSeedHash: null,
    share: 'open',
  });
  app.answers['user.fairness.days'] = () => ({ days: [{ day: '2026-07-19', root, count: 2 }] });
  app.answers['user.fairness.place'] = () => ({
    place: { day: '2026-07-19', root, commitment, ...getMerklePath(levels, 1) },
  });
  await app.openSignedIn('/fairness?offer=3');
  return root;
}

test('computes and shows a draw’s place in its published day', async () => {
  const root = await drawn({ isThere: true });
  expect(await screen.findByText('Draw 2 of 2 on 2026-07-19 ✓')).toBeTruthy();
  expect(screen.getAllByText(root).length).toBeGreaterThan(1);
  expect(screen.getByRole('link', { name: '/fairness.json' }).getAttribute('href')).toBe('/fairness.json');
});

test('reports a draw that is missing from its published day', async () => {
  await drawn({ isThere: false });
  await waitFor(() => expect(screen.getByText(/is missing from what was published/)).toBeTruthy());
});

test('shows the published days and a link to the sign-in to people who are not signed in', async () => {
  app.answers['user.fairness.days'] = () => ({
    days: [
      { day: '2026-07-19', root: 'cd'.repeat(32), count: 1 },
      { day: '2026-07-18', root: 'ab'.repeat(32), count: 1204 },
    ],
  });
  app.open('/fairness');
  expect(await screen.findByRole('heading', { level: 1, name: 'Draws that anyone can check' })).toBeTruthy();
  const newest = await screen.findByRole('region', { name: 'Newest day' });
  expect(newest.textContent).toContain('one draw');
  expect(newest.textContent).toContain('cd'.repeat(32));
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(app.path()).toBe('/fairness');
});

test('shows that the days did not load, and retries', async () => {
  app.answers['user.fairness.days'] = () => Promise.reject(new Refusal('UNAVAILABLE'));
  app.open('/fairness');
  const again = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('The published days could not be loaded')).toBeTruthy();
  app.answers['user.fairness.days'] = () => ({ days: [] });
  fireEvent.click(again);
  expect(await screen.findByText(/The first day is published/)).toBeTruthy();
});
