import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { readCodesFile } from './code-lines.ts';
import { getRejectedRows, toRejectedCsv, useRejectedRows } from './rejected-rows.ts';
import type { CodesReport } from './report.ts';

const report: CodesReport = {
  headings: ['Code', 'Amount'],
  kinds: ['code', 'amount'],
  lines: [
    { line: 3, cells: ['NEW-1', '5'], code: 'NEW-1', verdict: 'valid' },
    { line: 4, cells: ['new-1', '5'], code: 'new-1', verdict: 'differs_in_case' },
    { line: 5, cells: ['=A1', '1,50'], code: '=A1', verdict: 'unreadable', problem: { text: 'Not an amount' } },
  ],
  leftOut: [{ line: 1, cells: ['Order 7'], reason: 'above the headings' }],
};

test('exports every rejected row with its cells', () => {
  expect(toRejectedCsv(getRejectedRows(report)).split('\r\n')).toEqual([
    'line,problem,"Code","Amount"',
    '1,"Left out: above the headings","Order 7"',
    '4,"Differs in case only","new-1","5"',
    `5,"Not an amount","'=A1","1,50"`,
    '',
  ]);
  expect(getRejectedRows({ ...report, addsCaseVariants: true }).rows.map(({ line }) => line)).toEqual([1, 5]);
});

test('exports a file that can be corrected and imported again', async () => {
  const file = await readCodesFile(toRejectedCsv(getRejectedRows(report)));
  expect(file.kinds).toEqual(['ignore', 'ignore', 'code', 'amount']);
});

afterEach(() => void vi.useRealTimers());

test('keeps rejected rows for an hour', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  const { result, rerender } = renderHook(() => useRejectedRows(), { wrapper });
  const getLines = () => {
    rerender();
    return result.current.rejected?.rows.map(({ line }) => line);
  };
  expect(getLines()).toBeUndefined();
  result.current.keep(getRejectedRows(report));
  vi.advanceTimersByTime(59 * 60_000);
  expect(getLines()).toEqual([1, 4, 5]);
  vi.advanceTimersByTime(2 * 60_000);
  expect(getLines()).toBeUndefined();
});
