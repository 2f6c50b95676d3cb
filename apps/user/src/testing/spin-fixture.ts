import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import { computeWedges } from '@inaam/contracts/spins/wheel';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

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

/** Presses a button as soon as it accepts presses. */
export async function pressWhenTaken(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  fireEvent.click(button);
}
