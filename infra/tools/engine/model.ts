import { type Asked, HOT_PATHS } from '@inaam/testing/engine/hot-paths';

/**
 * What calls would cost on the distributed engine: calculated, not measured. The document with its table says where
 * each figure is from: infra/docs/engine-costs.md.
 */

/** ms: a request to a tablet of the same node. */
const LOCAL = 0.1;
/** ms: there and back between zones of one region. */
const BETWEEN = 0.6;
/** Copies of each row. */
const COPIES = 3;
/** Requests a second that a node of 8 processors answers. */
const NODE = 13_000;

/** Locks that a call takes besides, a request to one tablet each: its facts' epoch, and advisory ones. */
const LOCKS: Readonly<Record<string, number>> = { spin: 1, click: 1, postback: 3 };

/** ms that a call waits for the engine, where a tablet's leader is on each of n nodes as likely. */
function waits(path: string, { reads, flushes }: Asked, nodes: number): number {
  const request = LOCAL + (1 - 1 / nodes) * BETWEEN;
  // A write is there when a second copy has it; a commit is one more.
  const write = request + (nodes > 1 ? BETWEEN : 0);
  const written = flushes + (LOCKS[path] ?? 0);
  return reads * request + (written > 0 ? written + 1 : 0) * write;
}

/** Calls a second, if nothing else is called, and if no tablet is asked more than others. */
function rate(path: string, { reads, writes }: Asked, nodes: number): number {
  const copies = nodes > 1 ? COPIES : 1;
  const written = writes + (LOCKS[path] ?? 0);
  const all = (nodes * NODE) / (reads + (written + (written > 0 ? 1 : 0)) * copies);
  // The entries of an index in order of time go to its last tablet, whatever the number of nodes.
  return written > 0 ? Math.min(all, NODE / copies) : all;
}

const SIZES = [1, 8, 64];

/** @returns the table of infra/docs/engine-costs.md */
export function costTable(): string {
  const cells = Object.entries(HOT_PATHS).map(([path, asked]) => [
    path,
    ...[asked.steps, asked.reads, asked.writes].map(String),
    ...SIZES.map((nodes) => waits(path, asked, nodes).toFixed(1)),
    ...SIZES.map((nodes) => Math.round(rate(path, asked, nodes)).toLocaleString('en')),
  ]);
  const head = ['call', 'steps', 'reads', 'writes'];
  const heads = [...head, ...SIZES.map((n) => `ms, ${n}`), ...SIZES.map((n) => `calls/s, ${n}`)];
  const widths = heads.map((each, i) => Math.max(each.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) => {
    const padded = row.map((each, i) => (i === 0 ? each.padEnd(widths[i] ?? 0) : each.padStart(widths[i] ?? 0)));
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...cells.map(line)].join('\n');
}
