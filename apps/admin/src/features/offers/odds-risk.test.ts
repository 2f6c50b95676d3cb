import { expect, test } from 'vitest';
import { askAboutRisk, changesTerms, describeRisk, findOddsRisk } from './odds-risk.ts';

/** A spin costs 10 rupees on average. */
const odds = [{ amount: 100, permille: 100 }];
const amountsInStock = new Set([100]);

test('finds no risk if the payout covers the odds and every amount is in stock', () => {
  expect(findOddsRisk({ odds, payout: 10 }, 5, amountsInStock)).toBeUndefined();
  // A reward that cannot be won needs no stock.
  expect(findOddsRisk({ odds: [...odds, { amount: 7, permille: 0 }], payout: 10 }, 5, amountsInStock)).toBeUndefined();
});

test('names the loss per spin and per day', () => {
  const risk = findOddsRisk({ odds, payout: 9.75 }, 40, amountsInStock);
  expect(risk).toEqual({ lossPerSpin: 0.25, lossPerDay: 10, missing: [], isStockEmpty: false });
  expect(risk && describeRisk(risk)).toEqual([
    'Each spin loses ₹0.25 on average: ₹10.00 a day at this offer’s current rate.',
  ]);
});

test('names the loss of 100 spins of an offer without completions, and amounts that are not in stock', () => {
  const risk = findOddsRisk({ odds, payout: 0 }, 0, new Set([20]));
  expect(risk && describeRisk(risk)).toEqual([
    'Each spin loses ₹10.00 on average: ₹1,000.00 in 100 spins.',
    '₹100: no voucher in stock. Winners wait until you add some.',
  ]);
});

test('asks without a danger colour before the first voucher exists, and explains where to add codes', () => {
  const risk = findOddsRisk({ odds, payout: 10 }, 0, new Set());
  expect(risk && askAboutRisk(risk)).toMatchObject({ title: 'Save the offer before its vouchers?', danger: false });
  expect(risk && describeRisk(risk)).toEqual([
    'Users can win ₹100. Winners get their codes after you add codes under Vouchers.',
  ]);
  const other = findOddsRisk({ odds, payout: 10 }, 0, new Set([20]));
  expect(other && askAboutRisk(other)).toMatchObject({ title: 'Save odds without stock?', danger: true });
  const loss = findOddsRisk({ odds, payout: 0 }, 0, new Set());
  expect(loss && askAboutRisk(loss)).toMatchObject({ title: 'Save odds that lose money?', danger: true });
});

test('does not mention the stock while it is unknown', () => {
  expect(findOddsRisk({ odds, payout: 10 }, 5, undefined)).toBeUndefined();
});

test('treats changed odds and a lower payout as a change of terms, but not a higher payout', () => {
  const before = { odds, payout: 10 };
  expect(changesTerms(before, { odds, payout: 11 })).toBe(false);
  expect(changesTerms(before, { odds, payout: 9 })).toBe(true);
  expect(changesTerms(before, { odds: [{ amount: 100, permille: 99 }], payout: 10 })).toBe(true);
});
