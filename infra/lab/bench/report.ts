/** A figure of the bench with its target. */
export interface Line {
  what: string;
  value: number;
  /** `of the limit`, `ms`, `B`, `MiB`, … */
  unit: string;
  /** Undefined for a figure without a target. */
  asked?: Target | undefined;
  /** Further figures of the same measurement. */
  detail: string;
}

export type Target = { least: number } | { most: number };

/** Whether a figure meets its target. A figure that could not be measured does not. */
export function meetsTarget({ value, asked }: Line): boolean {
  if (asked === undefined) return true;
  return 'least' in asked ? value >= asked.least : value <= asked.most;
}

function askedText({ asked }: Line): string {
  if (asked === undefined) return '';
  return 'least' in asked ? `≥ ${asked.least}` : `≤ ${asked.most}`;
}

const rounded = (value: number): string => (value < 10 ? value.toFixed(2) : String(Math.round(value)));

/** Formats all lines as one Markdown table. */
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
