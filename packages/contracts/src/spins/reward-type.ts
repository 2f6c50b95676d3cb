/** Returns `voucher_{amount}` for an amount in rupees, or `none` for null. */
export const rewardType = (amount: number | null): string => (amount === null ? 'none' : `voucher_${amount}`);

/** Returns the amount in rupees of a reward type; undefined for `none`. */
export function rewardAmount(type: string): number | undefined {
  const match = /^voucher_(\d+)$/.exec(type);
  return match ? Number(match[1]) : undefined;
}
