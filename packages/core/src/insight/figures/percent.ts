/** A share in percent with one decimal, half rounded up; 0 of nothing. */
export const toPercent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
