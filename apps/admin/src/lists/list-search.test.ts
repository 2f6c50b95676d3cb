import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userListInput } from '@inaam/contracts/identity/users';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseSearch, stringifySearch } from '../app/search-params.ts';
import { defineListSearch } from './list-search.ts';

/** The fields that the URL can contain. */
const urlFields = ({ total: _total, ...shape }: z.ZodObject['shape']) => shape;

const lists = [
  { name: 'offers', input: offerListInput, sizes: [10, 25, 50, 100] },
  { name: 'vouchers', input: voucherListInput, sizes: [25, 50, 100, 200] },
  { name: 'audit', input: auditListInput, sizes: [25, 50, 100, 200] },
  { name: 'conversions', input: conversionListInput, sizes: [50] },
  { name: 'fraud', input: fraudListInput, sizes: [10, 25, 50, 100] },
  { name: 'users', input: userListInput, sizes: [10, 20, 50, 100] },
  { name: 'offer clicks', input: offerClickListInput, sizes: [10, 25, 50, 100] },
];

/** Arbitrary values of a field, derived from its schema. */
function anyValue(field: z.ZodType): fc.Arbitrary<unknown> {
  if (field instanceof z.ZodDefault) return anyValue(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodOptional) return anyValue(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodPipe)
    return anyValue((field.in instanceof z.ZodTransform ? field.out : field.in) as z.ZodType);
  if (field instanceof z.ZodUnion) {
    const [, words] = field.options;
    return words instanceof z.ZodEnum
      ? anyValue(words)
      : fc.option(fc.integer({ min: 1, max: 10 ** 9 }), { nil: undefined });
  }
  if (field instanceof z.ZodEnum) return fc.constantFrom(...field.options);
  // Texts are trimmed and well-formed; an empty text does not filter.
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.trim());
  const awkward = fc.constantFrom('123', '1e5', 'true', 'null', '"a"', '{}', 'a b+c&d=e#f?', '100%', '007', '₹5');
  return fc.oneof(text, awkward, fc.constant('')).map((value) => value || undefined);
}

function anyState(input: z.ZodObject, sizes: readonly number[]) {
  const fields = Object.fromEntries(
    Object.entries(urlFields(input.shape)).map(([name, field]) => [name, anyValue(field as z.ZodType)]),
  );
  return fc
    .record({ ...fields, page: fc.integer({ min: 1, max: 1_000_000_000 }), limit: fc.constantFrom(...sizes) })
    .map((state) => Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)));
}

for (const { name, input, sizes } of lists) {
  const search = defineListSearch(input as z.ZodObject, sizes);

  test(`${name}: round-trips any filters through the URL`, () => {
    fc.assert(
      fc.property(anyState(input, sizes), (state) => {
        const query = stringifySearch(search.validate(state));
        expect(search.parse(parseSearch(query))).toEqual(state);
        // The router parses a query string, writes the result again, and must find no difference.
        expect(stringifySearch(search.validate(parseSearch(query)))).toBe(query);
      }),
    );
  });

  test(`${name}: sends only filters without their default value, and the procedure parses the same state`, () => {
    fc.assert(
      fc.property(anyState(input, sizes), (raw) => {
        const state = search.parse(raw);
        const sent = search.toInput(state);
        const defaults = search.defaults as Record<string, unknown>;
        for (const [key, value] of Object.entries(sent)) {
          if (!['page', 'limit', 'total'].includes(key)) expect(value).not.toEqual(defaults[key]);
        }
        expect(input.parse(sent)).toEqual({ ...state, total: 'capped' });
      }),
    );
  });

  test(`${name}: parses any query string`, () => {
    const keys = fc.constantFrom(...Object.keys(input.shape), 'panel', '__proto__', 'other');
    // Any 16-bit units, including lone surrogates and NUL, which no database accepts.
    const noise = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.dictionary(keys, noise), (params) => {
        const state = search.parse(parseSearch(new URLSearchParams(params).toString()));
        expect(input.safeParse(state).success).toBe(true);
        expect(sizes).toContain(state.limit);
      }),
    );
  });
}

test('writes no URL parameters for the defaults, and keeps the panel out of the request', () => {
  const search = defineListSearch(offerListInput, [10, 25, 50, 100]);
  expect(search.validate({})).toEqual({});
  expect(search.validate({ status: 'all', page: '1', limit: '10', search: ' ' })).toEqual({});
  expect(search.validate({ panel: 'new', limit: '11', status: 'nonsense' })).toEqual({ panel: 'new' });
  expect(search.toInput(search.parse({ panel: 'new', status: 'active' }))).toEqual({
    status: 'active',
    page: 1,
    limit: 10,
    total: 'capped',
  });
});
