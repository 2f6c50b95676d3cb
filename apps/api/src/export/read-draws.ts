import { type DrawRow, drawRow } from '@inaam/contracts/spins/fairness';
import { BOM } from './csv.ts';

/** Cells of a file of ours, all of which are quoted: RFC 4180. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));
}

/** Headings of the file whose cells are not texts → what they are of a row. */
const asNumber = (cell: string) => (cell === '' ? null : Number(cell));
const asText = (cell: string) => (cell === '' ? null : cell);

/**
 * Reads the file of draws back. No cell of it holds a line end: texts of people are JSON.
 * @throws Error naming the line that is not one of such a file
 */
export function readDraws(csv: string): DrawRow[] {
  const [head = '', ...lines] = csv.replace(BOM, '').split('\r\n').filter(Boolean);
  const headings = cellsOf(head);
  return lines.map((line, at) => {
    const cells = new Map(cellsOf(line).map((cell, column) => [headings[column] ?? '', cell]));
    const cell = (name: string) => cells.get(name) ?? '';
    const read = drawRow.safeParse({
      completion_id: asNumber(cell('completion_id')),
      commitment: cell('commitment'),
      client_seed_hash: asText(cell('client_seed_hash')),
      server_seed: asText(cell('server_seed')),
      client_seed: cell('client_seed (JSON)') === '' ? null : JSON.parse(cell('client_seed (JSON)')),
      share: asText(cell('share')),
      roll: asNumber(cell('roll')),
      spinner_config: cell('spinner_config'),
      amount: asNumber(cell('amount (INR)')),
    });
    if (!read.success) throw new Error(`line ${at + 2} is not one of a file of draws`);
    return read.data;
  });
}
