import { randomInt, randomUUID } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { istDay } from '@inaam/contracts/common/time';
import {
  type VoucherCreate,
  type VoucherCreated,
  type VoucherDetails,
  voucherTypeNames,
} from '@inaam/contracts/vouchers/vouchers';
import type { CommandContext } from '../../kernel/command.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { sealCodes } from './codes.ts';

/** Letters and digits without the pairs that people confuse, such as 0 and O. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GENERATED_CODE_LENGTH = 12;

const DEFAULT_AMOUNT_PAISE = 10_00;

const generateCode = (): string =>
  Array.from({ length: GENERATED_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

function yearAhead(): string {
  const [year, month, day] = istDay(new Date()).split('-');
  return `${Number(year) + 1}-${month}-${month === '02' && day === '29' ? '28' : day}`;
}

/** Fills in the defaults for the details of an import. */
const withDefaults = (input: VoucherDetails) =>
  ({
    voucher_type: input.voucher_type,
    voucher_brand: input.voucher_brand ?? voucherTypeNames[input.voucher_type],
    voucher_amount: input.voucher_amount ?? DEFAULT_AMOUNT_PAISE,
    voucher_description: input.voucher_description || null,
    voucher_terms: input.voucher_terms || null,
    expiry_date: input.expiry_date ?? yearAhead(),
  }) satisfies Record<keyof VoucherDetails, string | number | null>;

/** Parameters of the SQL function `add_vouchers_once`. */
const parameters = {
  voucher_type: 'p_type',
  voucher_brand: 'p_brand',
  voucher_amount: 'p_amount',
  voucher_description: 'p_description',
  voucher_terms: 'p_terms',
  expiry_date: 'p_expiry',
} as const satisfies Record<keyof VoucherDetails, string>;
const details = Object.keys(parameters) as (keyof typeof parameters)[];

interface ImportRow {
  problem: 'date_passed' | null;
  created: number;
  skipped: number;
}

/**
 * Adds voucher codes to the stock and fills owed wins of the amount, oldest first, in the same statement. A retry
 * returns the first result.
 * @throws DomainError VOUCHER_CODE_EXISTS for a single code that exists already; BAD_INPUT for a past expiry date
 */
export async function importVouchers(
  { kernel, secrets, actor, runOnceKey = randomUUID() }: CommandContext<{ secrets: SecretBox }>,
  input: VoucherCreate,
): Promise<VoucherCreated> {
  const codes =
    input.kind === 'single'
      ? [input.code]
      : input.kind === 'bulk'
        ? input.codes
        : Array.from({ length: input.quantity }, generateCode);
  const values = withDefaults(input);
  const pins = input.kind === 'single' ? [input.pin ?? null] : input.kind === 'bulk' ? input.pins : undefined;
  const sealed = await sealCodes({ kernel, secrets }, codes, values.voucher_amount, pins);
  // Codes are passed as JSON, because the driver knows the array types only after the first statement of a connection.
  const { problem, created, skipped } = oneRow(
    await kernel.runIdempotent(
      (sql) => sql<ImportRow[]>`
        select problem, created, skipped from add_vouchers_once(p_once => ${runOnceKey},
          p_actor => ${JSON.stringify(actor)}::jsonb,
          ${details.map((detail) => sql`${sql(parameters[detail])} => ${values[detail]},`)}
          p_codes => ${JSON.stringify(sealed)}::jsonb)`,
    ),
  );
  if (problem === 'date_passed') {
    // The text names the field, because only API clients see it. The back-office checks the date before it sends a
    // form.
    const text = 'expiry_date: Expiry date cannot be earlier than today';
    throw new DomainError('BAD_INPUT', { text, field: 'expiry_date' });
  }
  if (input.kind === 'single' && skipped > 0) throw new DomainError('VOUCHER_CODE_EXISTS', { field: 'voucher_code' });
  return { created, skipped, message: messageFor(created, skipped) };
}

function messageFor(created: number, skipped: number): string {
  if (skipped === 0) return 'Voucher(s) created successfully';
  return `Voucher(s) created successfully: ${created} added, ${skipped} skipped because the code exists`;
}
