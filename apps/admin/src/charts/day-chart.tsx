import { cx } from '@inaam/ui/cx';
import { useState } from 'react';
import { formatDay, formatShortDay } from '../app/days.ts';
import { createZeroBasedScale, type Scale, toShare } from './scale.ts';
import { useDayReading } from './use-day-reading.ts';

export interface Series {
  /** `Revenue` */
  label: string;
  /** A CSS custom property with the series' hue. */
  hue: string;
  /** One value per day. */
  values: readonly number[];
  /** Values of the compared period, which may be a day shorter or longer. */
  before?: readonly number[] | undefined;
}

const HEIGHT = 100;
const GAP = 0.18;

/**
 * An SVG path through the middle of each day, in a box that has one unit of width per day. A single day becomes a
 * horizontal line.
 */
const toPath = (values: readonly number[], scale: Scale): string =>
  values.length === 1
    ? `M0 ${HEIGHT * (1 - toShare(scale, values[0] ?? 0))}H1`
    : values
        .map((value, index) => `${index === 0 ? 'M' : 'L'}${index + 0.5} ${HEIGHT * (1 - toShare(scale, value))}`)
        .join('');

interface Marks {
  series: readonly Series[];
  scale: Scale;
  count: number;
  selected: number | undefined;
}

/** The lines of the current period, above the dashed lines of the compared period. */
const Lines = ({ series, scale, count }: Marks) => (
  <>
    {series.map(({ label, hue, before }) =>
      before && before.length > 0 ? (
        <path
          key={label}
          d={toPath(before.slice(0, count), scale)}
          fill="none"
          stroke={`var(${hue})`}
          strokeOpacity={0.55}
          strokeWidth={1.25}
          strokeDasharray="3 4"
          vectorEffect="non-scaling-stroke"
        />
      ) : null,
    )}
    {series.map(({ label, hue, values }) => (
      <path
        key={label}
        d={toPath(values, scale)}
        fill="none"
        stroke={`var(${hue})`}
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </>
);

const Bars = ({ series, scale, selected }: Marks) =>
  series.map(({ label, hue, values }) => (
    <g key={label} fill={`var(${hue})`}>
      {values.map((value, index) => {
        const ends = [toShare(scale, 0), toShare(scale, value)];
        const [top, bottom] = [Math.max(...ends), Math.min(...ends)];
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: each bar has the fixed position of its day
            key={index}
            x={index + GAP / 2}
            width={1 - GAP}
            y={HEIGHT * (1 - top)}
            height={HEIGHT * (top - bottom)}
            opacity={selected === undefined || selected === index ? 1 : 0.45}
          />
        );
      })}
    </g>
  ));

/** Markers on the lines at the selected day. */
const Points = ({ series, scale, count, selected = 0 }: Marks) =>
  series.map(({ label, hue, values }) => (
    <span
      key={label}
      aria-hidden
      className="pointer-events-none absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full"
      style={{
        background: `var(${hue})`,
        left: `${((selected + 0.5) / count) * 100}%`,
        bottom: `${toShare(scale, values[selected] ?? 0) * 100}%`,
      }}
    />
  ));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;

/**
 * Shows figures per day on one zero-based scale: several figures as lines, or one figure as bars. A compared period has
 * dashed lines. Pointer and arrow keys select a day, and its values show next to the labels. Without a selected day the
 * labels show the sums. For screen readers the plot is a slider over the days.
 */
export function DayChart({
  label,
  days,
  series,
  bars = false,
  format,
  formatTick,
  beforeLabel,
  shared,
  className,
}: {
  /** The plot's name for screen readers: `Revenue, voucher cost and margin`. */
  label: string;
  /** `YYYY-MM-DD`, oldest first. */
  days: readonly string[];
  series: readonly Series[];
  bars?: boolean;
  format: (value: number) => string;
  /** Formats a value in short form, for the axis. */
  formatTick: (value: number) => string;
  /** Label of the dashed lines: `the 30 days before`. */
  beforeLabel?: string | undefined;
  /** The selected day, if several plots share one. */
  shared?: { active: number | undefined; onActive: (index: number | undefined) => void };
  className?: string;
}) {
  const [ownActive, setOwnActive] = useState<number>();
  const { active, onActive } = shared ?? { active: ownActive, onActive: setOwnActive };
  const count = days.length;
  const scale = createZeroBasedScale(
    series.flatMap(({ values, before = [] }) => [...values, ...before.slice(0, count)]),
  );
  const { selected, slider } = useDayReading(
    { label, count, active, onActive },
    (index) =>
      `${formatDay(days[index] ?? '')}: ${series
        .map((each) => {
          const before = each.before?.[index];
          const other = before === undefined ? '' : ` (${format(before)} before)`;
          return `${series.length > 1 ? `${each.label} ` : ''}${format(each.values[index] ?? 0)}${other}`;
        })
        .join(', ')}`,
  );
  const marks = { series, scale, count, selected };
  const Plot = bars ? Bars : Lines;
  const levels = scale.ticks.map((tick) => ({ tick, share: toShare(scale, tick) }));

  return (
    <figure className={cx('@container flex min-w-0 flex-col', className)}>
      <figcaption className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        {series.map(({ label: name, hue, values, before }) => (
          <span key={name} className="flex items-baseline gap-2 whitespace-nowrap">
            <span
              aria-hidden
              className={cx('shrink-0 self-center', bars ? 'size-2.5 rounded-[3px]' : 'h-0.5 w-4')}
              style={{ background: `var(${hue})` }}
            />
            <span className="text-sm">{name}</span>
            <span className="font-semibold tabular-nums">
              {format(selected === undefined ? sum(values) : (values[selected] ?? 0))}
            </span>
            {selected !== undefined && before?.[selected] !== undefined && (
              <span className="text-xs text-muted tabular-nums">{format(before[selected])} before</span>
            )}
          </span>
        ))}
        <span className="ml-auto text-xs text-muted tabular-nums">
          {selected === undefined ? beforeLabel && `Dashed: ${beforeLabel}` : formatDay(days[selected] ?? '')}
        </span>
      </figcaption>
      <div className={cx('mt-3 flex gap-2', bars ? 'h-28' : 'min-h-36 grow 2xl:min-h-64')}>
        <div aria-hidden className="relative w-12 shrink-0 text-right text-xs text-muted tabular-nums">
          {levels.map(({ tick, share }) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 leading-none whitespace-nowrap"
              style={{ bottom: `${share * 100}%` }}
            >
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <div {...slider} className="relative min-w-0 grow touch-pan-y rounded-[3px]">
          <svg
            aria-hidden
            viewBox={`0 0 ${count} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {selected !== undefined && <rect x={selected} y={0} width={1} height={HEIGHT} fill="var(--sunken)" />}
            {levels.map(({ tick, share }) => (
              <line
                key={tick}
                x1={0}
                x2={count}
                y1={HEIGHT * (1 - share)}
                y2={HEIGHT * (1 - share)}
                stroke={tick === 0 ? 'var(--edge)' : 'var(--line)'}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <Plot {...marks} />
          </svg>
          {!bars && selected !== undefined && <Points {...marks} />}
        </div>
      </div>
      <div
        aria-hidden
        className="mt-2 ml-14 flex justify-between gap-2 text-xs whitespace-nowrap text-muted tabular-nums"
      >
        <span>{formatShortDay(days[0] ?? '')}</span>
        {count > 7 && <span className="@max-[13rem]:hidden">{formatShortDay(days[Math.floor(count / 2)] ?? '')}</span>}
        {count > 1 && <span>{formatShortDay(days.at(-1) ?? '')}</span>}
      </div>
    </figure>
  );
}
