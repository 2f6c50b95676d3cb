import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import type { Proof } from '@inaam/contracts/spins/draw';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { anOffer } from './offer-fixture.ts';
import type { RenderedApp } from './render-app.tsx';

/** The answer of a winning spin. */
export const wonSpin = {
  success: true,
  rewardType: 'voucher_10',
  message: 'Congratulations! You won a ₹10 voucher',
  landingAngle: 90,
  wheel: computeWedges(DEFAULT_ODDS),
  voucher: { amount: 10, type: 'amazon', brand: 'Amazon', code: 'AMZ-10-XYZ', pin: '4821', expiry_date: '2027-03-31' },
  proof: {
    serverSeed: '',
    clientSeed: '',
    completionId: 1,
    commitment: 'c0ffee',
    roll: 111,
    clientSeedHash: null,
    share: 'open',
  },
};
export const lostSpin = { ...wonSpin, rewardType: 'none', voucher: undefined, message: 'No luck' };

/** Serves offer 3, whose spin won nothing, and the proof of the draw. */
export function serveProvenSpin({ answers }: RenderedApp, proof: Proof): void {
  answers['user.offers.list'] = () => ({
    offers: [anOffer({ offer_id: 3, completed: true, spinner_used: true, reward_type: 'none' })],
  });
  answers['user.spins.spin'] = () => ({
    success: true,
    rewardType: 'none',
    message: 'Better luck next time!',
    landingAngle: 1,
    wheel: [],
    proof,
  });
}

/** Presses a button as soon as it accepts presses. */
export async function pressWhenReady(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(button);
}
