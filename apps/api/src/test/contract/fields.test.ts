import { expect, test } from 'vitest';
import { fieldFaults } from './fields.ts';

test('a field that is missing, of another type, or never there is found out', () => {
  const rows = { rows: [{ id: 1, at: '2026-01-15T09:30:00.000Z', code: null }] };
  expect(fieldFaults(rows, 'rows[]', { id: 'whole', at: 'time' })).toEqual([]);
  expect(fieldFaults(rows, 'rows[]', { name: 'text' })).toEqual(['rows[] name: undefined is no text']);
  expect(fieldFaults(rows, 'rows[]', { id: 'text' })).toEqual(['rows[] id: 1 is no text']);
  expect(fieldFaults(rows, 'rows[]', { code: 'text?' })).toEqual(['rows[] code is null in every row']);
  expect(fieldFaults({ rows: [] }, 'rows[]', { id: 'whole' })).toEqual(['rows[] has no rows']);
});
