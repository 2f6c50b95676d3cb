import { createHash, createHmac } from 'node:crypto';
import type { Reward } from './actors.ts';

/**
 * The draw of the contract's section 3, written from its text alone: nothing here is shared with the product, so
 * that a mistake there is not made here as well.
 */

export const sha256OfHex = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** 0 to 999. */
export function expectedRoll(serverSeed: string, clientSeed: string, completionId: number): number {
  for (let round = 0; ; round++) {
    const text = `${clientSeed}:${completionId}${round === 0 ? '' : `:${round}`}`;
    const digest = createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(text, 'utf8').digest();
    for (let word = 0; word < 8; word++) {
      const value = digest.readUInt32BE(word * 4);
      if (value < 4_294_967_000) return value % 1000;
    }
  }
}

export interface ExpectedOutcome {
  /** `none` or `voucher_{amount}`. */
  rewardType: string;
  /** The winning slice, degrees clockwise from the wheel's own top. */
  from: number;
  to: number;
}

/** What a roll wins, and where its slice lies. */
export function expectedOutcome(rewards: readonly Reward[], roll: number): ExpectedOutcome {
  let start = 0;
  for (const { amount, probability } of rewards) {
    const end = start + Math.round(probability * 10);
    if (roll < end) return { rewardType: `voucher_${amount}`, from: start * 0.36, to: end * 0.36 };
    start = end;
  }
  return { rewardType: 'none', from: start * 0.36, to: 360 };
}
