import { createHash, createHmac } from 'node:crypto';
import type { Reward } from './actors.ts';

/**
 * The documented draw, written from its description without code of the product, so that tests do not repeat a mistake
 * of the product.
 */

export const sha256OfHex = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** Returns the roll, from 0 to 999. */
export function computeExpectedRoll(serverSeed: string, clientSeed: string, completionId: number): number {
  for (let round = 0; ; round++) {
    const text = `${clientSeed}:${completionId}${round === 0 ? '' : `:${round}`}`;
    const digest = createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(text, 'utf8').digest();
    for (let word = 0; word < 8; word++) {
      const value = digest.readUInt32BE(word * 4);
      if (value < 4_294_967_000) return value % 1000;
    }
  }
}

/** Returns the result of a roll: `none` or `voucher_{amount}`. */
export function findExpectedReward(rewards: readonly Reward[], roll: number): string {
  let end = 0;
  for (const { amount, probability } of rewards) {
    end += Math.round(probability * 10);
    if (roll < end) return `voucher_${amount}`;
  }
  return 'none';
}

/** A wheel as the API returns it. */
export type AnsweredWheel = readonly { from: number; to: number; amount: number | null }[];

/** Returns the result in the wedge at an angle: `none` or `voucher_{amount}`. */
export function rewardAtAngle(wheel: AnsweredWheel, angle: number): string {
  const wedge = wheel.find(({ from, to }) => from <= angle && angle < to);
  if (!wedge) throw new Error(`The wheel has no wedge at ${angle}: ${JSON.stringify(wheel)}`);
  return wedge.amount === null ? 'none' : `voucher_${wedge.amount}`;
}

/** Finds faults of a wheel with these odds; none if the wedges cover the circle once, each as wide as its odds. */
export function wheelFaults(rewards: readonly Reward[], wheel: AnsweredWheel): string[] {
  const faults: string[] = [];
  const widths = new Map<number | null, number>();
  let end = 0;
  for (const { from, to, amount } of wheel) {
    if (Math.abs(from - end) > 1e-9) faults.push(`a gap at ${end}`);
    end = to;
    widths.set(amount, (widths.get(amount) ?? 0) + to - from);
  }
  if (Math.abs(end - 360) > 1e-9) faults.push(`it ends at ${end}`);
  for (const { amount, probability } of rewards) {
    if (Math.abs((widths.get(amount) ?? 0) - probability * 3.6) > 1e-6)
      faults.push(`${amount} at ${probability}% has ${widths.get(amount)} degrees`);
  }
  return faults;
}
