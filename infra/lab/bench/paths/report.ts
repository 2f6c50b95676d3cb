import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Row } from './rows.ts';

/** The page that keeps figures: between two comments for each table. */
const PAGE = fileURLToPath(new URL('../../../docs/performance.md', import.meta.url));
const marks = (table: string) => ({ from: `<!-- bench: ${table} -->`, until: `<!-- end of ${table} -->` });

/** By line of a kept table, its ratio. */
export type Kept = ReadonlyMap<string, number>;

/** The ratios of a table of the page; none where the page has no such table. */
export function keptFigures(table: string, page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''): Kept {
  const kept = new Map<string, number>();
  for (const line of between(page, table).split('\n')) {
    const [, name = '', , ratio = ''] = line.split('|').map((cell) => cell.trim());
    if (/^\d+(\.\d+)?$/.test(ratio)) kept.set(name, Number(ratio));
  }
  return kept;
}

function between(page: string, table: string): string {
  const { from, until } = marks(table);
  const [start, end] = [page.indexOf(from), page.indexOf(until)];
  return start < 0 || end < start ? '' : page.slice(start + from.length, end);
}

/** Puts a table into the page in place of the kept one, whose lines that were not measured now stay as they are. */
export function keep(table: string, lines: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const { from, until } = marks(table);
  if (!page.includes(from) || !page.includes(until)) throw new Error(`${PAGE} has no place for the table ${table}`);
  const nameOf = (line: string) => line.split('|')[1]?.trim() ?? '';
  const fresh = new Map(lines.slice(2).map((line) => [nameOf(line), line]));
  const before = between(page, table)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  const all = before.map((line) => fresh.get(nameOf(line)) ?? line);
  for (const [name, line] of fresh) if (!before.some((each) => nameOf(each) === name)) all.push(line);
  const text = [from, '', ...lines.slice(0, 2), ...all, '', until].join('\n');
  writeFileSync(PAGE, page.slice(0, page.indexOf(from)) + text + page.slice(page.indexOf(until) + until.length));
}

const whole = (value: number | null): string => (value === null ? '' : String(Math.round(value)));
const HEAD = ['path', 'a second', 'ratio', 'by CPU', 'p50 ms', 'p99 ms', 'database µs', 'server µs', 'WAL B', 'waits'];

/** Rows as a table in Markdown: a head of two lines, then a line each. */
export function tableOf(rows: readonly Row[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(HEAD),
    line(HEAD.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(({ name, ratio, byCpu, sample }) =>
      line([
        name,
        whole(sample.perSecond),
        ratio.toFixed(2),
        Number.isNaN(byCpu) ? '' : byCpu.toFixed(2),
        sample.p50.toFixed(1),
        sample.p99 === null ? '' : sample.p99.toFixed(1),
        whole(sample.databaseCpu),
        whole(sample.serverCpu),
        whole(sample.wal),
        sample.waits
          .slice(0, 2)
          .filter(([, share]) => share >= 0.05)
          .map(([event, share]) => `${event} ${Math.round(share * 100)} %`)
          .join(', '),
      ]),
    ),
  ];
}

/** What differs from the kept ratios by more than noise. */
export function comparison(rows: readonly Row[], kept: Kept): string[] {
  /** Two runs of the same code on a quiet machine differ by less. */
  const NOISE = 0.1;
  return rows.flatMap(({ name, ratio }) => {
    const before = kept.get(name);
    if (before === undefined) return [`  ${name}: ${ratio.toFixed(2)}, no figure is kept`];
    const change = ratio / before - 1;
    const word = Math.abs(change) <= NOISE ? 'as kept' : change > 0 ? 'better' : 'WORSE';
    return [`  ${name}: ${ratio.toFixed(2)}, kept ${before.toFixed(2)}: ${word} (${Math.round(change * 100)} %)`];
  });
}
