import type { Sample } from './meter.ts';

/** One way of doing a thing, measured in each round beside the others of its piece. */
export interface Way {
  /** A line of the table; the figures that are kept are found by it. */
  name: string;
  run: () => Promise<Sample>;
  /** The one that the piece's other ways are held against. */
  isBase?: true;
}

export interface Row {
  name: string;
  /** The median of its rounds. */
  sample: Sample;
  /** To the base of the same round, the median of the rounds. */
  ratio: number;
  /**
   * The same of processor time, of database and server together: the base's for a call through this one's. It hardly
   * changes on a busy machine. NaN where nobody tells.
   */
  byCpu: number;
}

const cpuOf = ({ databaseCpu, serverCpu }: Sample): number =>
  databaseCpu === null && serverCpu === null ? Number.NaN : (databaseCpu ?? 0) + (serverCpu ?? 0);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? Number.NaN) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/** Runs every way once a round, in turn, each round beginning with another, so that none always comes first. */
export async function alternately(ways: readonly Way[], rounds: number, log: (line: string) => void): Promise<Row[]> {
  const samples = new Map<string, Sample[]>(ways.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [index] of ways.entries()) {
      const way = ways[(index + round) % ways.length];
      if (way === undefined) continue;
      const sample = await way.run();
      samples.get(way.name)?.push(sample);
      const foreign =
        sample.foreign === null ? '' : `, others took ${Math.round(sample.foreign * 100)} % of the machine`;
      log(`  round ${round + 1}: ${way.name}: ${Math.round(sample.perSecond)} a second${foreign}`);
    }
  }
  const base = samples.get(ways.find(({ isBase }) => isBase)?.name ?? '') ?? [];
  return ways.map(({ name }) => {
    const own = samples.get(name) ?? [];
    const ratios = own.map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? Number.NaN));
    const byCpu = own.map((sample, round) => {
      const beside = base[round];
      return beside === undefined ? Number.NaN : cpuOf(beside) / cpuOf(sample);
    });
    const middle = own.toSorted((a, b) => a.perSecond - b.perSecond)[own.length >> 1] as Sample;
    return {
      name,
      ratio: median(ratios),
      byCpu: median(byCpu),
      sample: { ...middle, perSecond: median(own.map((one) => one.perSecond)) },
    };
  });
}
