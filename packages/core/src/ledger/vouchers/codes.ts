import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { getCodeSuffix } from '@inaam/contracts/vouchers/bulk-and-check';
import { cleanCode } from '@inaam/contracts/vouchers/clean-code';
import { completionVouchers } from '@inaam/db/views/vouchers';
import type { Column, SQL } from 'drizzle-orm';
import { eq, inArray, or } from 'drizzle-orm';
import { hasCapability } from '../../kernel/actor.ts';
import type { ApprovalRequests } from '../../kernel/approval.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { encryptionContext } from '../../kernel/sealed-columns.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { auditCodeReads, recordCodeReads } from './code-read-allowance.ts';

/**
 * Voucher codes are encrypted at rest (infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md). A keyed hash
 * keeps codes unique and finds exact matches. Lists show and search the last characters.
 */

type Box = { kernel: Kernel; secrets: SecretBox };

/** A code as stored. */
export interface SealedCode {
  code: string;
  /** Keyed hash, in hex. */
  hash: string;
  end: string;
  /** The sealed PIN. */
  pin: string | null;
  pin_end: string;
}

const HASH_BYTES = 16;
const HASH_KEY = encryptionContext('code_hash_keys.sealed');

/** The key of the hashes is not derived from SECRETS_KEY but stored sealed, so that hashes survive a key rotation. */
const hashKeys = new WeakMap<SecretBox, Promise<KeyObject>>();

function getHashKey({ kernel, secrets }: Box): Promise<KeyObject> {
  const known = hashKeys.get(secrets);
  if (known) return known;
  const loading = loadHashKey(kernel, secrets);
  hashKeys.set(secrets, loading);
  // A failed load is retried by the next call.
  loading.catch(() => hashKeys.delete(secrets));
  return loading;
}

async function loadHashKey(kernel: Kernel, secrets: SecretBox): Promise<KeyObject> {
  const newKey = secrets.seal(randomBytes(32).toString('hex'), HASH_KEY);
  const { sealed } = oneRow(
    await kernel.runIdempotent(
      (sql) => sql<{ sealed: string }[]>`
        with created as (insert into code_hash_keys (sealed)
          values (${newKey}) on conflict (id) do nothing returning sealed)
        select sealed from created union all select sealed from code_hash_keys limit 1`,
    ),
  );
  const opened = secrets.open(sealed, HASH_KEY);
  if (opened === undefined) throw new Error('SECRETS_KEY does not open the key that voucher codes are hashed with');
  // A KeyObject hashes five times as fast as a raw key in Node.
  return createSecretKey(opened, 'hex');
}

/** @returns hex hashes, in the same order */
export async function hashCodes(box: Box, codes: readonly string[]): Promise<string[]> {
  const key = await getHashKey(box);
  return codes.map((code) =>
    createHmac('sha256', key).update(code, 'utf8').digest().subarray(0, HASH_BYTES).toString('hex'),
  );
}

/**
 * @param amountPaise the vouchers' amount. A sealed code opens only with the same amount.
 * @param pins the codes' PINs, in the same order; null for a code without a PIN
 */
export async function sealCodes(
  box: Box,
  codes: readonly string[],
  amountPaise: number,
  pins: readonly (string | null)[] = [],
): Promise<SealedCode[]> {
  const hashes = await hashCodes(box, codes);
  return codes.map((code, i) => {
    const pin = pins[i] ?? null;
    return {
      code: box.secrets.seal(code, encryptionContext('vouchers.code', amountPaise)),
      hash: hashes[i] ?? '',
      end: getCodeSuffix(code),
      pin: pin === null ? null : box.secrets.seal(pin, encryptionContext('vouchers.pin', amountPaise)),
      pin_end: pin === null ? '' : getCodeSuffix(pin),
    };
  });
}

/**
 * Decrypts a code. The caller must have checked the permission.
 * @param stored the code as the database stores it
 * @throws DomainError UNAVAILABLE if no key of this process can decrypt the code
 */
export function openCode(secrets: SecretBox, stored: string, amountPaise: number): string {
  const code = secrets.open(stored, encryptionContext('vouchers.code', amountPaise));
  if (code === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a voucher code cannot be opened') });
  return code;
}

/** Decrypts a PIN, like {@link openCode}. @returns null if the voucher has no PIN */
export function openPin(secrets: SecretBox, stored: string | null, amountPaise: number): string | null {
  if (stored === null) return null;
  const pin = secrets.open(stored, encryptionContext('vouchers.pin', amountPaise));
  if (pin === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a voucher PIN cannot be opened') });
  return pin;
}

/** Columns that lists need to show a code and its PIN. */
export interface StoredCode {
  code: string;
  codeEnd: string;
  pin: string | null;
  pinEnd: string;
  amountPaise: number;
}

/** The columns of {@link StoredCode} in the view `completion_vouchers`. */
export const storedCode = {
  code: completionVouchers.code,
  codeEnd: completionVouchers.codeEnd,
  pin: completionVouchers.pin,
  pinEnd: completionVouchers.pinEnd,
  amountPaise: completionVouchers.amountPaise,
};

/** The fields for a code and its PIN in API answers. */
export interface ShownCode {
  voucher_code: string;
  voucher_pin: string | null;
}

/** The fields of {@link ShownCode} for a completion without a voucher. */
export const NO_CODE = { voucher_code: null, voucher_pin: null };

/** Formats a code and its PIN, masked or in plain text. */
export type FormatCode = (stored: StoredCode) => ShownCode;

/** Masks a code, such as `••••R8NX`, and its PIN. */
export const formatMasked: FormatCode = ({ codeEnd, pin, pinEnd }) => ({
  voucher_code: `••••${codeEnd}`,
  voucher_pin: pin === null ? null : `••••${pinEnd}`,
});

/** Decrypts a code and its PIN. The caller must have checked the permission. */
export const openBoth = (
  secrets: SecretBox,
  { code, pin, amountPaise }: Pick<StoredCode, 'code' | 'pin' | 'amountPaise'>,
): ShownCode => ({
  voucher_code: openCode(secrets, code, amountPaise),
  voucher_pin: openPin(secrets, pin, amountPaise),
});

/**
 * Calls `read` with a function that formats codes: as plain text if the caller requests this and may read codes, else
 * masked. Records the number and the value of plain codes in the audit log.
 * @throws DomainError STEP_UP_REQUIRED, WAITS_FOR_APPROVAL above the caller's 24-hour allowance
 */
export async function withReadableCodes<Answer>(
  command: CommandContext<{
    secrets: SecretBox;
    backOfficePolicy: BackOfficePolicy;
    approvalRequests: ApprovalRequests;
  }>,
  {
    codes: requested,
    list,
  }: { codes: 'plain' | 'masked'; list: 'vouchers' | 'conversions' | 'offer-clicks' | 'users' },
  read: (show: FormatCode) => Promise<Answer>,
): Promise<Answer> {
  const { secrets, actor } = command;
  if (requested === 'masked' || !hasCapability(actor, 'readCodes')) return read(formatMasked);
  command.requireStepUp?.();
  let [codes, paise] = [0, 0];
  const answer = await read((stored) => {
    codes += 1;
    paise += stored.amountPaise;
    return openBoth(secrets, stored);
  });
  if (codes > 0 && !command.discardsAnswer) {
    const reading = { codes, paise, list };
    await recordCodeReads(command, reading, (tx) => auditCodeReads(tx, actor, reading));
  }
  return answer;
}

/**
 * A search text as a condition for codes. The text is a whole code, or the visible end of one, with or without mask.
 */
export interface CodeSearch {
  /** Hashes of the text as pasted and in capitals, each with and without blanks. */
  hashes: Buffer[];
  end: string | null;
}

export async function parseCodeSearch(box: Box, search: string): Promise<CodeSearch> {
  const pasted = cleanCode(search);
  const typed = [pasted, pasted.replaceAll(/\s/g, '')].flatMap((code) => [code, code.toUpperCase()]);
  const hashes = await hashCodes(box, [...new Set(typed)]);
  const end = pasted.replace(/^•+/, '');
  const { length } = Array.from(end);
  return {
    hashes: hashes.map((hash) => Buffer.from(hash, 'hex')),
    end: length === 4 || length === 2 ? end : null,
  };
}

export const matchesCode = ({ codeHash, codeEnd }: { codeHash: Column; codeEnd: Column }, search: CodeSearch): SQL =>
  // The result is never undefined: `or` skips undefined conditions, but the first condition is always set.
  or(inArray(codeHash, search.hashes), search.end === null ? undefined : eq(codeEnd, search.end)) as SQL;
