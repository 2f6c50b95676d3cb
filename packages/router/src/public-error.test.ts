import { serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudActionInput } from '@inaam/contracts/fraud/fraud';
import { offerCreateInput, offerIdInput, offerListInput } from '@inaam/contracts/offers/offers';
import { voucherCreateInput, voucherStatusInput } from '@inaam/contracts/vouchers/vouchers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toPublicError } from './public-error.ts';

const offer = { title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: 'e' };

// Messages about invalid input are written for the sender and never mention Zod's types.
test.each([
  [offerIdInput, {}, 'offer_id: is required'],
  [offerIdInput, { offer_id: 'x' }, 'offer_id: must be a number'],
  [offerIdInput, null, 'The input must be a JSON object'],
  [offerIdInput, [], 'The input must be a JSON object'],
  [offerIdInput, undefined, 'The input is required'],
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
  [z.object({ a: z.union([z.literal(1), z.object({})]) }), { a: 'x' }, 'a: must be 1 or a JSON object'],
  [z.object({ a: z.union([z.literal(''), z.null(), z.number()]) }), { a: [] }, 'a: must be a number'],
  [z.object({ a: z.union([z.null(), z.string('must be our text')]) }), { a: 5 }, 'a: must be our text'],
  [z.object({ a: z.string().max(3) }), { a: 'four' }, 'a: must have a length of at most 3'],
  [z.object({ a: z.array(z.string()).min(1) }), { a: [] }, 'a: must have a length of at least 1'],
  [z.object({ a: z.number().max(3) }), { a: 4 }, 'a: must be at most 3'],
  [z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), { kind: 'b' }, 'kind: must be a'],
  [offerCreateInput, { ...offer, is_active: '1' }, 'is_active: must be true or false'],
  [offerCreateInput, { ...offer, daily_cap: 'ten' }, 'daily_cap: must be a number'],
  [offerCreateInput, { ...offer, network_id: 'three' }, 'network_id: must be a number'],
  [offerCreateInput, { ...offer, task: 5 }, 'task: must be text'],
  [offerCreateInput, { ...offer, preview_url: 5 }, 'preview_url: must be text'],
  [
    offerCreateInput,
    { ...offer, picture_url: 'tea.png' },
    'picture_url: must be an http or https address, or an uploaded picture',
  ],
  [fraudActionInput, { action: 'ban' }, /^action: must be one of flag_user, unflag_user, /],
  [fraudActionInput, [], 'The input must be a JSON object'],
])('describes invalid input for the sender: %#', (schema, input, expected) => {
  const { error } = schema.safeParse(input);
  expect(toPublicError(error)).toMatchObject({
    status: 400,
    text: typeof expected === 'string' ? expected : expect.stringMatching(expected),
  });
});
