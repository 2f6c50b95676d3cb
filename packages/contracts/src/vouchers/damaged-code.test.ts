import { expect, test } from 'vitest';
import { findDamagedCodes } from './damaged-code.ts';

test.each([
  '6.00123E+15',
  '6,00123E+15',
  '6.00123e15',
  '1E+12',
  '6001230012.0',
  '12-Mar',
  'Mar-12',
  '#NAME?',
  '#N/A',
  '#SPILL!',
  'Err:502',
  '########',
])('finds the damaged code %s', (code) => {
  expect([...findDamagedCodes([code, 'ABCD-1234'])]).toEqual([code]);
});

test.each(['219E01BE', '100E10', '6001230000000001', 'AMZ#1', 'MAR12', '12-MARCH-77', '600123.77'])(
  'accepts the code %s',
  (code) => {
    expect([...findDamagedCodes([code])]).toEqual([]);
  },
);

test('finds long numbers if all of them have only zeros after 15 digits', () => {
  const cut = ['600123456789012000', '600123456789013000', '600123456789014000'];
  expect([...findDamagedCodes(cut)]).toEqual(cut);
  expect([...findDamagedCodes([...cut, '600123456789014123'])]).toEqual([]);
});
