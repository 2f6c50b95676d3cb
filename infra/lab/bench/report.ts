/** A figure of the bench beside what is asked for. */
export interface Line {
  what: string;
  value: number;
  /** `of the limit`, `ms`, `B`, `MiB`, … */
  unit: string;
  /** Undefined where the figure is shown alone. */
  asked?: Target | undefined;
  /** What else was measured with it. */
  detail: string;
}

export type Target = { least: number } | { most: number };

/** Whether a figure is what is asked for. A figure that could not be measured is not. */
export function meetsTarget({ value, asked }: Line): boolean {
  if (asked === undefined) return true;
  return 'least' in asked ? value >= asked.least : value <= asked.most;
}

function askedText({ asked }: Line): string {
  if (asked === undefined) return '';
  return 'least' in asked ? `≥ ${asked.least}` : `≤ ${asked.most}`;
}

const rounded = (value: number): string => (value < 10 ? value.toFixed(2) : String(Math.round(value)));

/** All lines as one table in Markdown. */
export function formatTable(lines: readonly Line[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['what', 'figure', 'asked', '', 'detail']),
    row(['---', '---:', '---:', '---', '---']),
    ...lines.map((line) =>
      row([
        line.what,
        `${rounded(line.value)} ${line.unit}`,
        askedText(line),
        line.asked === undefined ? '' : meetsTarget(line) ? 'pass' : 'FAIL',
        line.detail,
      ]),
    ),
  ];
}
