import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { getCodeSuffix } from '@inaam/contracts/vouchers/bulk-and-check';
import type { Column, SQL } from 'drizzle-orm';
import { eq, or } from 'drizzle-orm';
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
 * Voucher codes are sealed: infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md. A keyed hash beside each
 * keeps codes unique and finds an exact one; lists show and search by its last characters.
 */

type Box = { kernel: Kernel; secrets: SecretBox };

/** What of a code is kept: sealed, its hash, the signs that are shown. */
export interface SealedCode {
  code: string;
  /** Hex. */
  hash: string;
  end: string;
}

const HASH_BYTES = 16;
const HASH_KEY = encryptionContext('code_hash_keys.sealed');

/** The key of the hashes is drawn once and lies sealed, so that hashes stay when the key that seals is changed. */
const hashKeys = new WeakMap<SecretBox, Promise<KeyObject>>();

function hashKeyOf({ kernel, secrets }: Box): Promise<KeyObject> {
  const known = hashKeys.get(secrets);
  if (known) return known;
  const loading = loadHashKey(kernel, secrets);
  hashKeys.set(secrets, loading);
  // One that could not be had is asked for again.
  loading.catch(() => hashKeys.delete(secrets));
  return loading;
}

async function loadHashKey(kernel: Kernel, secrets: SecretBox): Promise<KeyObject> {
  const drawn = secrets.seal(randomBytes(32).toString('hex'), HASH_KEY);
  const { sealed } = oneRow(
    await kernel.move(
      (sql) => sql<{ sealed: string }[]>`
        with made as (insert into code_hash_keys (sealed)
          values (${drawn}) on conflict (id) do nothing returning sealed)
        select sealed from made union all select sealed from code_hash_keys limit 1`,
    ),
  );
  const opened = secrets.open(sealed, HASH_KEY);
  if (opened === undefined) throw new Error('SECRETS_KEY does not open the key that voucher codes are hashed with');
  // Node takes five times as long to hash with a key that it gets as bytes: it tries, by exceptions, what else it is.
  return createSecretKey(opened, 'hex');
}

/** @returns their hashes, hex, in the order given */
export async function hashCodes(box: Box, codes: readonly string[]): Promise<string[]> {
  const key = await hashKeyOf(box);
  return codes.map((code) =>
    createHmac('sha256', key).update(code, 'utf8').digest().subarray(0, HASH_BYTES).toString('hex'),
  );
}

/** @param amountPaise of the voucher that will have the codes */
export async function sealCodes(box: Box, codes: readonly string[], amountPaise: number): Promise<SealedCode[]> {
  const hashes = await hashCodes(box, codes);
  return codes.map((code, i) => ({
    code: box.secrets.seal(code, encryptionContext('vouchers.code', amountPaise)),
    hash: hashes[i] ?? '',
    end: getCodeSuffix(code),
  }));
}

/**
 * A code for whoever may have it: its winner first of all.
 * @param stored as it is in the database: sealed
 * @throws DomainError UNAVAILABLE when no key of this process opens it
 */
export function openCode(secrets: SecretBox, stored: string, amountPaise: number): string {
  const code = secrets.open(stored, encryptionContext('vouchers.code', amountPaise));
  if (code === undefined) throw new DomainError('UNAVAILABLE', { cause: new Error('a voucher code cannot be opened') });
  return code;
}

/** What lists read of a voucher to show its code by. */
export interface StoredCode {
  code: string;
  codeEnd: string;
  amountPaise: number;
}

/** The columns of it, from a table or a view of vouchers. */
export const storedCode = <Code extends Column, End extends Column, Amount extends Column>({
  code,
  codeEnd,
  amountPaise,
}: {
  code: Code;
  codeEnd: End;
  amountPaise: Amount;
}) => ({ code, codeEnd, amountPaise });

/** How an answer writes codes: masked, or in the clear for who may read them. */
export type FormatCode = (stored: StoredCode) => string;

/** `••••R8NX` */
export const formatMasked: FormatCode = ({ codeEnd }) => `••••${codeEnd}`;

/**
 * Answers with codes in the clear where who asks may read them and wants them so; the audit log then says how many
 * left, and in which answer.
 * @throws DomainError STEP_UP_REQUIRED, WAITS_FOR_APPROVAL beyond what one caller reads within 24 hours
 */
export async function withReadableCodes<Answer>(
  command: CommandContext<{ secrets: SecretBox; operators: BackOfficePolicy; approvalRequests: ApprovalRequests }>,
  { codes: wanted, list }: { codes: 'plain' | 'masked'; list: 'vouchers' | 'conversions' | 'offer-clicks' | 'users' },
  read: (show: FormatCode) => Promise<Answer>,
): Promise<Answer> {
  const { secrets, actor } = command;
  if (wanted === 'masked' || !hasCapability(actor, 'readCodes')) return read(formatMasked);
  command.prove?.();
  let codes = 0;
  const answer = await read(({ code, amountPaise }) => {
    codes += 1;
    return openCode(secrets, code, amountPaise);
  });
  if (codes > 0) {
    const reading = { codes, list };
    await recordCodeReads(command, reading, (tx) => auditCodeReads(tx, actor, reading));
  }
  return answer;
}

/** A text as it may stand for a code: all of it, or the signs that lists show, with or without their mask. */
export interface CodeSearch {
  hash: Buffer;
  end: string | null;
}

export async function parseCodeSearch(box: Box, search: string): Promise<CodeSearch> {
  const [hash = ''] = await hashCodes(box, [search]);
  const end = search.replace(/^•+/, '');
  const { length } = Array.from(end);
  return { hash: Buffer.from(hash, 'hex'), end: length === 4 || length === 2 ? end : null };
}

/** The condition for it, over the columns of a table or a view of vouchers. */
export const matchesCode = ({ codeHash, codeEnd }: { codeHash: Column; codeEnd: Column }, sought: CodeSearch): SQL =>
  // Never empty: `or` leaves out what is undefined.
  or(eq(codeHash, sought.hash), sought.end === null ? undefined : eq(codeEnd, sought.end)) as SQL;
