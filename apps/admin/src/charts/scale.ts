export interface Scale {
  /** 0, or less if a value is negative. */
  min: number;
  max: number;
  /** From `min` to `max`, including 0. */
  ticks: number[];
}

const INTERVALS = 3;

/**
 * The smallest round number that is not below `least`: 1, 2, 2.5 or 5 times a power of ten.
 * @param whole rounds up to an integer
 */
function niceStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= least - power * 1e-9) ?? least;
  return whole ? Math.ceil(step) : step;
}

/**
 * Creates a scale that includes zero and ends on round numbers.
 * @param values the values to show; if there are none, or if all are zero, the scale is 0 to 1
 * @param whole integer ticks only, for counts
 */
export function createZeroBasedScale(values: readonly number[], whole = true): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return { min: 0, max: 1, ticks: [0, 1] };
  const step = niceStep((high - low) / INTERVALS, whole);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step + 0);
  return { min: first * step + 0, max: last * step + 0, ticks };
}

/** Position of a value as a share of the scale: 0 at its lower end, 1 at its upper. */
export const toShare = ({ min, max }: Scale, value: number): number => (value - min) / (max - min);

/** Index of the day at this share of the width, clamped to the first and last day. */
export const getDayAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));
