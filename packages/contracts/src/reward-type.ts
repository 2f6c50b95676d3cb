/** What a spin gave, as the contract writes it. Free of the validation library, so that the user app reads it too. */

/** `none`, or `voucher_{amount in rupees}`. */
export const rewardType = (amount: number | null): string => (amount === null ? 'none' : `voucher_${amount}`);

/** The rupees of a reward type; undefined for `none`. */
export function rewardAmount(type: string): number | undefined {
  const match = /^voucher_(\d+)$/.exec(type);
  return match ? Number(match[1]) : undefined;
}
