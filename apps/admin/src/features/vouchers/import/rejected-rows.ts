import { useQueryClient } from '@tanstack/react-query';
import { saveFile } from '../../../app/save-file.ts';
import { type CodesReport, getReason, linesToAdd } from './report.ts';

/** The rows of an import that were not saved. */
export interface RejectedRows {
  headings: readonly string[] | undefined;
  rows: readonly { line: number; problem: string; cells: readonly string[] }[];
}

/** Collects the rows that the import does not save, in the file's order. */
export function getRejectedRows(report: CodesReport): RejectedRows {
  const linesToSave = new Set(linesToAdd(report));
  const rejected = report.lines.filter((line) => !linesToSave.has(line));
  const rows = [
    ...rejected.map((line) => ({ line: line.line, problem: getReason(line), cells: line.cells })),
    ...report.leftOut.map(({ line, reason, cells }) => ({ line, problem: `Left out: ${reason}`, cells })),
  ];
  return { headings: report.headings, rows: rows.toSorted((a, b) => a.line - b.line) };
}

/** Quotes a cell so that no spreadsheet runs it as a formula. */
const quoteCell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A file to correct and import again. The import ignores its first two columns. */
export const toRejectedCsv = ({ headings, rows }: RejectedRows): string =>
  [
    ...(headings ? [['line', 'problem', ...headings.map(quoteCell)].join(',')] : ['line,problem,code']),
    ...rows.map(({ line, problem, cells }) => [line, quoteCell(problem), ...cells.map(quoteCell)].join(',')),
    '',
  ].join('\r\n');

export const downloadRejectedRows = (rejected: RejectedRows): void =>
  saveFile('rejected-codes.csv', toRejectedCsv(rejected), 'text/csv');

const KEY = ['rejected-voucher-rows'];
const KEPT_MS = 60 * 60_000;

/**
 * The rejected rows of the last import, kept for an hour. The rows are only in memory, because codes are never written
 * to the browser's storage. Signing out clears the rows with all cached queries.
 */
export function useRejectedRows(): {
  rejected: RejectedRows | undefined;
  keep: (rejected: RejectedRows) => void;
} {
  const cache = useQueryClient();
  return {
    rejected: cache.getQueryData<RejectedRows>(KEY),
    keep: (rejected) => {
      cache.setQueryDefaults(KEY, { gcTime: KEPT_MS });
      cache.setQueryData(KEY, rejected);
    },
  };
}
