import { byWebCrypto, commitmentOf, rollOf, toHex } from '@inaam/contracts/spins/draw';
import { pathIn, treeSteps } from '@inaam/contracts/spins/merkle';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anOffer } from '../../testing/offer-fixture.ts';
import { renderApp } from '../../testing/render-app.tsx';

const app = renderApp();

const SEED = new Uint8Array(32).fill(7);

async function drawn({ isThere }: { isThere: boolean }) {
  const commitment = await commitmentOf(SEED);
  const levels = await byWebCrypto(treeSteps([new Uint8Array(32), Uint8Array.from(Buffer.from(commitment, 'hex'))]));
  const root = isThere ? toHex(levels[1]?.[0] ?? new Uint8Array()) : 'ab'.repeat(32);
  app.answers['user.offers.list'] = () => ({
    offers: [anOffer({ offer_id: 3, completed: true, spinner_used: true, reward_type: 'none' })],
  });
  app.answers['user.spins.spin'] = async () => ({
    success: true,
    rewardType: 'none',
    message: 'Better luck next time!',
    landingAngle: 1,
    wheel: [],
    proof: {
      serverSeed: toHex(SEED),
      clientSeed: 'mine',
      completionId: 12,
      commitment,
      roll: await rollOf(SEED, 'mine', 12),
      clientSeedHash: null,
      share: 'open',
    },
  });
  app.answers['user.fairness.days'] = () => ({ days: [{ day: '2026-07-19', root, count: 2 }] });
  app.answers['user.fairness.place'] = () => ({
    place: { day: '2026-07-19', root, commitment, ...pathIn(levels, 1) },
  });
  await app.openSignedIn('/fairness?offer=3');
  return root;
}

test('a draw shows its place in what was published of its day, computed here', async () => {
  const root = await drawn({ isThere: true });
  expect(await screen.findByText('Draw 2 of 2 on 2026-07-19 ✓')).toBeTruthy();
  expect(screen.getAllByText(root).length).toBeGreaterThan(1);
  expect(screen.getByRole('link', { name: '/fairness.json' }).getAttribute('href')).toBe('/fairness.json');
});

test('one that is not in it says so', async () => {
  await drawn({ isThere: false });
  await waitFor(() => expect(screen.getByText(/is not in what was published/)).toBeTruthy());
});
