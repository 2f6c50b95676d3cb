import { type DrawRow, drawRow } from '@inaam/contracts/spins/fairness';
import { BOM } from './csv.ts';

/** Splits a line of our own files, in which every cell is quoted (RFC 4180). */
function splitCells(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));
}

const asNumber = (cell: string) => (cell === '' ? null : Number(cell));
const asText = (cell: string) => (cell === '' ? null : cell);

/**
 * Parses the file of draws. Cells never contain line ends, because user texts are JSON.
 * @throws Error naming the first invalid line
 */
export function readDraws(csv: string): DrawRow[] {
  const [head = '', ...lines] = csv.replace(BOM, '').split('\r\n').filter(Boolean);
  const headings = splitCells(head);
  return lines.map((line, at) => {
    const cells = new Map(splitCells(line).map((cell, column) => [headings[column] ?? '', cell]));
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
    if (!read.success) throw new Error(`line ${at + 2} is not a valid draw`);
    return read.data;
  });
}
