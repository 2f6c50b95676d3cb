import {
  adminVoucherList,
  message,
  voucherCreated,
  voucherCreateInput,
  voucherIdInput,
  voucherListInput,
  voucherStatusInput,
} from '@inaam/contracts/vouchers/vouchers';
import type { Operations } from '../operation.ts';

const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 5, expiry_date: '2027-01-31' };

export const voucherOperations: Operations = {
  '/api/admin/vouchers.php': {
    GET: {
      id: 'listVouchers',
      tag: 'Vouchers',
      summary: 'Vouchers, with the stock of each brand and the wins that wait for a code',
      access: 'session',
      query: voucherListInput,
      reply: adminVoucherList,
    },
    POST: {
      id: 'createVouchers',
      tag: 'Vouchers',
      summary: 'Add one code or up to 100, or generate codes',
      description: `One code (\`voucher_code\`), a list (\`voucher_codes\`), or a number of codes to generate
(\`quantity\`). The first two need brand, amount and expiry date; generated codes default to the type's name, 10 rupees
and a year ahead. An existing code of the same type and brand is skipped in a list; as a single code it is a 409. Some
brands ask for a PIN with the code: \`voucher_pin\`, or \`voucher_pins\` with one for each of \`voucher_codes\`.`,
      access: 'session',
      body: voucherCreateInput,
      bodyRule: {
        anyOf: [
          { required: ['voucher_code', 'voucher_brand', 'voucher_amount', 'expiry_date'] },
          { required: ['voucher_codes', 'voucher_brand', 'voucher_amount', 'expiry_date'] },
          { required: ['quantity'] },
        ],
      },
      bodyExamples: {
        'one code': { ...voucher, voucher_code: 'DEMO-7H2K-B715' },
        'a code with a PIN': { ...voucher, voucher_code: '6001230012345678', voucher_pin: '482193' },
        'a list of codes': { ...voucher, voucher_codes: ['DEMO-0001', 'DEMO-0002'] },
        'generated codes': { voucher_type: 'amazon', quantity: 10 },
      },
      reply: voucherCreated,
      refusals: ['VOUCHER_CODE_EXISTS'],
    },
    PUT: {
      id: 'setVoucherStatus',
      tag: 'Vouchers',
      summary: 'Mark a voucher expired, or reactivate it',
      access: 'session',
      body: voucherStatusInput,
      bodyExamples: {
        expire: { voucher_id: 311, status: 'expired' },
        reactivate: { voucher_id: 311, status: 'available' },
      },
      reply: message,
      refusals: ['VOUCHER_NOT_FOUND', 'VOUCHER_DATE_PASSED', 'VOUCHER_MOVE_NOT_ALLOWED'],
    },
    DELETE: {
      id: 'deleteVoucher',
      tag: 'Vouchers',
      summary: 'Delete a voucher that was not won',
      access: 'session',
      query: voucherIdInput,
      reply: message,
      refusals: ['VOUCHER_NOT_FOUND', 'VOUCHER_MOVE_NOT_ALLOWED'],
    },
  },
};
