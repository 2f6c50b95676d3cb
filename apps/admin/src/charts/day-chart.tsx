import { formatDay, formatShortDay } from '../app/days.ts';
import { place, zeroBased } from './scale.ts';
import { useDayReading } from './use-day-reading.ts';

export interface DayPlotProps {
  /** `Revenue` */
  label: string;
  /** `YYYY-MM-DD`, oldest first, one value each. */
  days: readonly string[];
  values: readonly number[];
  /** A custom property that holds the one hue of what is plotted. */
  hue: string;
  format: (value: number) => string;
  /** Shorter, for the axis. */
  formatTick: (value: number) => string;
  /** The sum over all days, said beside the label. */
  total: string;
  /** The day that is read out; shared, so that plots beside each other read out the same one. */
  active: number | undefined;
  onActive: (index: number | undefined) => void;
}

const HEIGHT = 100;
const GAP = 0.18;

/**
 * One figure over days, as zero-based bars. Pointer and arrow keys choose a day; its value is read out in the heading
 * and by screen readers, for which the plot is a slider over the days.
 */
export function DayChart(props: DayPlotProps) {
  const { label, days, values, hue, format, formatTick, total, active, onActive } = props;
  const last = days.length - 1;
  const scale = zeroBased(values);
  const { read, slider } = useDayReading(
    { label, count: days.length, active, onActive },
    (index) => `${formatDay(days[index] ?? '')}: ${format(values[index] ?? 0)}`,
  );

  return (
    <figure className="min-w-0 rounded-card border border-line bg-surface p-card">
      <figcaption className="flex items-baseline gap-2">
        <span aria-hidden className="size-2.5 shrink-0 rounded-[3px]" style={{ background: `var(${hue})` }} />
        <span className="truncate font-semibold">{label}</span>
        <span className="ml-auto whitespace-nowrap tabular-nums">
          {read === undefined ? (
            <span className="text-base font-semibold">{total}</span>
          ) : (
            <>
              <span className="text-xs text-muted">{formatShortDay(days[read] ?? '')} </span>
              <span className="text-base font-semibold">{format(values[read] ?? 0)}</span>
            </>
          )}
        </span>
      </figcaption>
      <div className="mt-3 flex h-28 gap-2">
        <div aria-hidden className="relative w-10 shrink-0 text-right text-xs text-muted tabular-nums">
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
            {read !== undefined && <rect x={read} y={0} width={1} height={HEIGHT} fill="var(--sunken)" />}
            {values.map((value, index) => {
              const ends = [place(scale, 0), place(scale, value)];
              const [top, bottom] = [Math.max(...ends), Math.min(...ends)];
              return (
                <rect
                  key={days[index]}
                  x={index + GAP / 2}
                  width={1 - GAP}
                  y={HEIGHT * (1 - top)}
                  height={HEIGHT * (top - bottom)}
                  fill={`var(${hue})`}
                  opacity={read === undefined || read === index ? 1 : 0.45}
                />
              );
            })}
          </svg>
        </div>
      </div>
      <div aria-hidden className="mt-2 ml-12 flex justify-between text-xs text-muted tabular-nums">
        <span>{formatShortDay(days[0] ?? '')}</span>
        {days.length > 7 && <span>{formatShortDay(days[Math.floor(last / 2)] ?? '')}</span>}
        <span>{formatShortDay(days[last] ?? '')}</span>
      </div>
    </figure>
  );
}
