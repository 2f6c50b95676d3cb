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

/** Opens the proof of a spin. @param changed fields of the proof that differ from an honest one */
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

test('confirms a client seed that matches the hash sent at the click', async () => {
  await open({});
  expect(screen.getByText(SAME)).toBeTruthy();
});

test('detects a client seed that the server swapped, even if the response calls it committed', async () => {
  // The roll matches the swapped seed, so only the comparison with the hash reveals the swap.
  await open({ clientSeed: 'theirs' });
  expect(screen.getByText(OTHER)).toBeTruthy();
});

test('accepts the hash as the client seed when the seed itself was lost', async () => {
  await open({ clientSeed: HASH, share: 'lost' });
  expect(screen.getByText(SAME)).toBeTruthy();
});

test('makes no claim about a client seed that was sent with the spin and not before', async () => {
  await open({ clientSeedHash: null, share: 'open' });
  expect([screen.queryByText(SAME), screen.queryByText(OTHER)]).toEqual([null, null]);
});
