import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { offerCreateInput, offerIdInput, offerListInput } from '@inaam/contracts/offers/offers';
import { voucherCreateInput, voucherStatusInput } from '@inaam/contracts/vouchers/vouchers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toPublicError } from './public-error.ts';

const offer = { title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: 'e' };

// Messages about invalid input address its sender and never mention the library's types.
test.each([
  [offerIdInput, {}, 'offer_id: is required'],
  [offerIdInput, { offer_id: 'x' }, 'offer_id: must be a number'],
  [offerIdInput, null, 'must be an object'],
  [offerListInput, { sortOrder: 'ASC' }, 'sortOrder: must be one of asc, desc'],
  [conversionListInput, { voucherFilter: ['won'] }, 'voucherFilter: must be one of all, won, lost'],
  [voucherStatusInput, { voucher_id: 1 }, /^status: must be (one of )?[a-z, ]+$/],
  [offerCreateInput, { ...offer, title: 5 }, 'title: must be text'],
  [offerCreateInput, { ...offer, title: undefined }, 'title: is required'],
  [voucherCreateInput, { voucher_type: 'amazon', quantity: '' }, 'quantity: must be a number'],
  [voucherCreateInput, { voucher_type: 'amazon', voucher_codes: [] }, 'Please enter at least one voucher code'],
  [serviceKeyInput, { name: 'n', scope: 'all' }, 'scope: must be read or read_write'],
  [z.object({ a: z.boolean() }), { a: 'yes' }, 'a: must be true or false'],
  [z.object({ a: z.array(z.string()) }), { a: {} }, 'a: must be a list'],
  [z.object({ a: z.union([z.literal(1), z.object({})]) }), { a: 'x' }, 'a: is not valid'],
])('describes invalid input for its sender: %#', (schema, input, expected) => {
  const { error } = schema.safeParse(input);
  expect(toPublicError(error)).toMatchObject({
    status: 400,
    text: typeof expected === 'string' ? expected : expect.stringMatching(expected),
  });
});
