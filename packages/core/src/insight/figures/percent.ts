/** Returns a share in percent with one decimal, half rounded up; 0 if `whole` is 0. */
export const toPercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
