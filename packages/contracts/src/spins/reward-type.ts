/** `none`, or `voucher_{amount in rupees}`. */
export const rewardType = (amount: number | null): string => (amount === null ? 'none' : `voucher_${amount}`);

/** The rupees of a reward type; undefined for `none`. */
export function rewardAmount(type: string): number | undefined {
  const match = /^voucher_(\d+)$/.exec(type);
  return match ? Number(match[1]) : undefined;
}
