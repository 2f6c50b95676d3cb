import { expect, test } from 'vitest';
import { findFieldFaults } from './fields.ts';

test('reports a field that is missing, of another type or always null, and a list without rows', () => {
  const rows = { rows: [{ id: 1, at: '2026-01-15T09:30:00.000Z', code: null }] };
  expect(findFieldFaults(rows, 'rows[]', { id: 'whole', at: 'time' })).toEqual([]);
  expect(findFieldFaults(rows, 'rows[]', { name: 'text' })).toEqual(['rows[] name: undefined is not text']);
  expect(findFieldFaults(rows, 'rows[]', { id: 'text' })).toEqual(['rows[] id: 1 is not text']);
  expect(findFieldFaults(rows, 'rows[]', { code: 'text?' })).toEqual(['rows[] code is null in every row']);
  expect(findFieldFaults({ rows: [] }, 'rows[]', { id: 'whole' })).toEqual(['rows[] has no rows']);
});
