/** A figure of the bench with its target. */
export interface Line {
  what: string;
  value: number;
  /** `of the limit`, `ms`, `B`, `MiB`, … */
  unit: string;
  /** Undefined for a figure without a target. */
  target?: Target | undefined;
  /** Further figures of the same measurement. */
  detail: string;
}

export type Target = { least: number } | { most: number };

/** Whether a figure meets its target. A figure that could not be measured does not meet its target. */
export function meetsTarget({ value, target }: Line): boolean {
  if (target === undefined) return true;
  return 'least' in target ? value >= target.least : value <= target.most;
}

function targetText({ target }: Line): string {
  if (target === undefined) return '';
  return 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`;
}

const formatRounded = (value: number): string => (value < 10 ? value.toFixed(2) : String(Math.round(value)));

/** Formats all lines as one Markdown table. */
export function formatTable(lines: readonly Line[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['what', 'figure', 'target', '', 'detail']),
    row(['---', '---:', '---:', '---', '---']),
    ...lines.map((line) =>
      row([
        line.what,
        `${formatRounded(line.value)} ${line.unit}`,
        targetText(line),
        line.target === undefined ? '' : meetsTarget(line) ? 'pass' : 'FAIL',
        line.detail,
      ]),
    ),
  ];
}
