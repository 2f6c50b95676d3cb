import { cx } from '@inaam/ui/cx';
import { useState } from 'react';
import { formatDay, formatShortDay } from '../app/days.ts';
import { place, type Scale, zeroBased } from './scale.ts';
import { useDayReading } from './use-day-reading.ts';

export interface Line {
  /** `Revenue` */
  label: string;
  /** A custom property that holds the one hue of what is plotted. */
  hue: string;
  /** One value a day. */
  values: readonly number[];
  /** The same of the period that is compared with; it may be a day shorter or longer. */
  before?: readonly number[] | undefined;
}

const HEIGHT = 100;

/** A line through the middles of the days, in a box as wide as there are days. */
const pathOf = (values: readonly number[], scale: Scale): string =>
  values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${index + 0.5} ${HEIGHT * (1 - place(scale, value))}`)
    .join('');

/** A period of one day has nothing to draw a line through. */
const pathOfOne = (values: readonly number[], scale: Scale): string =>
  values.length === 1 ? `M0 ${HEIGHT * (1 - place(scale, values[0] ?? 0))}H1` : pathOf(values, scale);

/**
 * Several figures over the same days, as lines on one zero-based scale; dashed, those of the period before. Pointer and
 * arrow keys choose a day, whose values stand beside the labels.
 */
export function LineChart({
  label,
  days,
  lines,
  format,
  formatTick,
  beforeLabel,
  className,
}: {
  /** What is plotted, for screen readers: `Revenue, voucher cost and margin`. */
  label: string;
  /** `YYYY-MM-DD`, oldest first. */
  days: readonly string[];
  lines: readonly Line[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** What the dashed lines are: `the 30 days before`. */
  beforeLabel?: string | undefined;
  className?: string;
}) {
  const [active, setActive] = useState<number>();
  const scale = zeroBased(lines.flatMap(({ values, before = [] }) => [...values, ...before.slice(0, days.length)]));
  const { read, slider } = useDayReading(
    { label, count: days.length, active, onActive: setActive },
    (index) =>
      `${formatDay(days[index] ?? '')}: ${lines
        .map((line) => {
          const before = line.before?.[index];
          const other = before === undefined ? '' : ` (${format(before)} before)`;
          return `${line.label} ${format(line.values[index] ?? 0)}${other}`;
        })
        .join(', ')}`,
  );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;

  return (
    <figure className={cx('flex min-w-0 flex-col', className)}>
      <figcaption className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        {lines.map(({ label: name, hue, values, before }) => (
          <span key={name} className="flex items-baseline gap-2 whitespace-nowrap">
            <span aria-hidden className="h-0.5 w-4 shrink-0 self-center" style={{ background: `var(${hue})` }} />
            <span className="text-sm">{name}</span>
            <span className="font-semibold tabular-nums">
              {format(read === undefined ? sum(values) : (values[read] ?? 0))}
            </span>
            {read !== undefined && before?.[read] !== undefined && (
              <span className="text-xs text-muted tabular-nums">{format(before[read])} before</span>
            )}
          </span>
        ))}
        <span className="ml-auto text-xs text-muted tabular-nums">
          {read === undefined ? beforeLabel && `Dashed: ${beforeLabel}` : formatDay(days[read] ?? '')}
        </span>
      </figcaption>
      <div className="mt-3 flex min-h-40 grow gap-2">
        <div aria-hidden className="relative w-12 shrink-0 text-right text-xs text-muted tabular-nums">
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 translate-y-1/2 leading-none whitespace-nowrap"
              style={{ bottom: `${place(scale, tick) * 100}%` }}
            >
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <div {...slider} className="relative min-w-0 grow touch-pan-y rounded-[3px]">
          <svg
            aria-hidden
            viewBox={`0 0 ${days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {read !== undefined && <rect x={read} y={0} width={1} height={HEIGHT} fill="var(--sunken)" />}
            {scale.ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={days.length}
                y1={HEIGHT * (1 - place(scale, tick))}
                y2={HEIGHT * (1 - place(scale, tick))}
                stroke={tick === 0 ? 'var(--edge)' : 'var(--line)'}
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {lines.map(({ label: name, hue, before }) =>
              before && before.length > 0 ? (
                <path
                  key={name}
                  d={pathOfOne(before.slice(0, days.length), scale)}
                  fill="none"
                  stroke={`var(${hue})`}
                  strokeOpacity={0.55}
                  strokeWidth={1.25}
                  strokeDasharray="3 4"
                  vectorEffect="non-scaling-stroke"
                />
              ) : null,
            )}
            {lines.map(({ label: name, hue, values }) => (
              <path
                key={name}
                d={pathOfOne(values, scale)}
                fill="none"
                stroke={`var(${hue})`}
                strokeWidth={2}
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {read !== undefined &&
            lines.map(({ label: name, hue, values }) => (
              <span
                key={name}
                aria-hidden
                className="pointer-events-none absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full"
                style={{
                  background: `var(${hue})`,
                  left: `${((read + 0.5) / days.length) * 100}%`,
                  bottom: `${place(scale, values[read] ?? 0) * 100}%`,
                }}
              />
            ))}
        </div>
      </div>
      <div aria-hidden className="mt-2 ml-14 flex justify-between text-xs text-muted tabular-nums">
        <span>{formatShortDay(days[0] ?? '')}</span>
        {days.length > 7 && <span>{formatShortDay(days[Math.floor(days.length / 2)] ?? '')}</span>}
        {days.length > 1 && <span>{formatShortDay(days.at(-1) ?? '')}</span>}
      </div>
    </figure>
  );
}
