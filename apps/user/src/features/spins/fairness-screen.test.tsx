import { computeCommitment, computeRoll, type Proof, toHex } from '@inaam/contracts/spins/draw';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { serveProvenSpin } from '../../testing/spin-fixture.ts';

const app = renderApp();

const SEED = new Uint8Array(32).fill(7);
/** SHA-256 of `mine`, from `printf mine | sha256sum`. */
const HASH = '3fd30542fe3f61b14bd4a4b2dc0b6fb30fa6f63ebce52dd1778aaa8c4dc02cff';
const SAME = 'Your part is the one that was fixed when you started the offer';
const OTHER = 'Your part is not the one that was fixed when you started the offer';

/** Opens the proof of a spin with a changed client share. */
async function open(changed: Partial<Proof>) {
  const clientSeed = changed.clientSeed ?? 'mine';
  serveProvenSpin(app, {
    share: 'committed',
    serverSeed: toHex(SEED),
    clientSeed,
    completionId: 12,
    clientSeedHash: HASH,
    ...changed,
    commitment: await computeCommitment(SEED),
    roll: await computeRoll(SEED, clientSeed, 12),
  });
  app.answers['user.fairness.days'] = () => ({ days: [] });
  app.answers['user.fairness.place'] = () => ({ place: null });
  await app.openSignedIn('/fairness?offer=3');
  await screen.findByText('The secret number was not swapped after you completed the offer');
}

test('compares the person’s share with the hash sent at the click', async () => {
  await open({});
  expect(screen.getByText(SAME)).toBeTruthy();
});

test('detects a share that the server swapped, even if the response claims otherwise', async () => {
  // The roll fits the swapped text, so nothing else reveals it.
  await open({ clientSeed: 'theirs' });
  expect(screen.getByText(OTHER)).toBeTruthy();
});

test('uses the hash itself when the text was lost', async () => {
  await open({ clientSeed: HASH, share: 'lost' });
  expect(screen.getByText(SAME)).toBeTruthy();
});

test('makes no claim about a share that came with the spin, unless the server reports that it came earlier', async () => {
  await open({ clientSeedHash: null, share: 'open' });
  expect([screen.queryByText(SAME), screen.queryByText(OTHER)]).toEqual([null, null]);
});
