import type { Sample } from './environment.ts';
import type { Line, Target } from './report.ts';

/** One way to do a job. Each round measures every variant of the job. */
export interface BenchVariant {
  name: string;
  run: () => Promise<Sample>;
  /** True for the lean limit that the other variants are compared with. */
  isBase?: true;
  /** The rate as a ratio to the lean limit. */
  ratio?: Target;
  /** Calls a second. */
  perSecond?: Target;
  /** Bytes of WAL per call. */
  wal?: Target;
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? Number.NaN) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/**
 * Runs every variant once per round. Each round begins with another variant, so that none is always first.
 * @returns the median of each variant's ratio to the limit of the same round, and its other figures that have a target
 */
export async function runAlternately(
  variants: readonly BenchVariant[],
  rounds: number,
  log: (line: string) => void,
): Promise<Line[]> {
  const samples = new Map<string, Sample[]>(variants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const index of variants.keys()) {
      const variant = variants[(index + round) % variants.length];
      if (variant === undefined) continue;
      const sample = await variant.run();
      samples.get(variant.name)?.push(sample);
      log(`  round ${round + 1}: ${variant.name}: ${Math.round(sample.perSecond)} a second`);
    }
  }
  const base = samples.get(variants.find(({ isBase }) => isBase)?.name ?? '') ?? [];
  return variants.flatMap((variant) => {
    const variantSamples = samples.get(variant.name) ?? [];
    const value = median(
      variantSamples.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN)),
    );
    const medianOfFigure = (figure: (sample: Sample) => number | null) =>
      median(variantSamples.map((each) => figure(each) ?? Number.NaN));
    const perSecond = medianOfFigure((each) => each.perSecond);
    const wal = medianOfFigure((each) => each.wal);
    const what = variant.name;
    return [
      {
        what,
        value,
        unit: 'of the limit',
        target: variant.ratio,
        detail: formatDetail(medianOfFigure, perSecond, wal),
      },
      ...(variant.perSecond
        ? [{ what, value: perSecond, unit: 'a second', target: variant.perSecond, detail: '' }]
        : []),
      ...(variant.wal ? [{ what: `WAL of ${what}`, value: wal, unit: 'B', target: variant.wal, detail: '' }] : []),
    ];
  });
}

function formatDetail(
  medianOfFigure: (figure: (sample: Sample) => number | null) => number,
  perSecond: number,
  wal: number,
): string {
  const figures: [value: number, text: (rounded: string) => string][] = [
    [perSecond, (value) => `${value} a second`],
    [medianOfFigure(({ p50 }) => p50), (value) => `p50 ${value} ms`],
    [medianOfFigure(({ p99 }) => p99), (value) => `p99 ${value} ms`],
    [wal, (value) => `WAL ${value} B`],
  ];
  return figures
    .filter(([value]) => Number.isFinite(value))
    .map(([value, text]) => text(value < 100 ? value.toFixed(1) : String(Math.round(value))))
    .join(', ');
}
