import { cx } from '@inaam/ui/cx';
import { createZeroBasedScale, toShare } from './scale.ts';

const HEIGHT = 20;
const MAX_POINTS = 31;

/** Sums neighbouring values, so that the line of a year has no more points than the line of a month. */
function downsample(values: readonly number[]): number[] {
  const width = Math.ceil(values.length / MAX_POINTS);
  return Array.from({ length: Math.ceil(values.length / width) }, (_, index) =>
    values.slice(index * width, (index + 1) * width).reduce((sum, value) => sum + value, 0),
  );
}

/** A line of a figure over days, without an axis: the figure itself is shown next to the line. */
export function Sparkline({
  values,
  hue,
  tall = false,
}: {
  values: readonly number[];
  hue: string;
  /** Makes the line as high as a large figure. */
  tall?: boolean;
}) {
  const points = downsample(values);
  if (points.length < 2) return null;
  const scale = createZeroBasedScale(points);
  const d = points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${index} ${HEIGHT * (1 - toShare(scale, value))}`)
    .join('');
  return (
    <svg
      aria-hidden
      viewBox={`0 -1 ${points.length - 1} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      className={cx('block w-full overflow-visible', tall ? 'h-8' : 'h-4')}
    >
      <path d={d} fill="none" stroke={`var(${hue})`} strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
