import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DomainError } from '@inaam/contracts/common/errors';
import { endOfCode, maskCode } from '@inaam/contracts/vouchers/tools';
import type { Column, SQL } from 'drizzle-orm';
import { eq, or } from 'drizzle-orm';
import type { AskingCommand } from '../approvals/ask.ts';
import { isCapable } from '../kernel/actor.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import { isSealed, type SecretBox } from '../kernel/secret-box.ts';
import type { Services } from '../services.ts';
import { auditReading, readingCodes } from './allowance.ts';

/**
 * Voucher codes lie sealed: see infra/docs/decisions/0041-codes-and-seeds-lie-sealed.md. Beside each lies a keyed hash,
 * which keeps codes unique and finds an exact one, and its last signs, which lists show and search by.
 */

type Box = Pick<Services, 'kernel' | 'secrets'>;

/** A sealed code opens for its own amount alone: one of 5 rupees cannot be made one of 500 by copying. */
const placeOf = (amountPaise: number): string => `vouchers/code/${amountPaise}`;

/** What of a code is kept: sealed, its hash, the signs that are shown. */
export interface SealedCode {
  code: string;
  /** Hex. */
  hash: string;
  end: string;
}

const HASH_BYTES = 16;
const HASH_KEY = 'vouchers/hash key';

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
        with made as (insert into code_keys (sealed) values (${drawn}) on conflict (id) do nothing returning sealed)
        select sealed from made union all select sealed from code_keys limit 1`,
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
    code: box.secrets.seal(code, placeOf(amountPaise)),
    hash: hashes[i] ?? '',
    end: endOfCode(code),
  }));
}

/**
 * A code for whoever may have it: its winner first of all.
 * @param stored as it lies in the database: sealed, or in the clear from before codes were sealed
 * @throws DomainError UNAVAILABLE when no key of this process opens it
 */
export function openCode(secrets: SecretBox, stored: string, amountPaise: number): string {
  const code = secrets.open(stored, placeOf(amountPaise));
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
export type ShowCode = (stored: StoredCode) => string;

/** `••••R8NX` */
export const maskedCode: ShowCode = ({ code, codeEnd }) => (isSealed(code) ? `••••${codeEnd}` : maskCode(code));

/**
 * Answers with codes in the clear where who asks may read them and wants them so; the audit log then says how many
 * left, and in which answer.
 * @throws DomainError WAITS_FOR_APPROVAL beyond what one caller reads within 24 hours
 */
export async function showingCodes<Answer>(
  command: AskingCommand,
  { codes: wanted, list }: { codes: 'plain' | 'masked'; list: 'vouchers' | 'conversions' | 'offer-clicks' | 'users' },
  read: (show: ShowCode) => Promise<Answer>,
): Promise<Answer> {
  const { secrets, actor } = command;
  if (wanted === 'masked' || !isCapable(actor, 'readCodes')) return read(maskedCode);
  let codes = 0;
  const answer = await read(({ code, amountPaise }) => {
    codes += 1;
    return openCode(secrets, code, amountPaise);
  });
  if (codes > 0) {
    const reading = { codes, list };
    await readingCodes(command, reading, (tx) => auditReading(tx, actor, reading));
  }
  return answer;
}

/** A text as it may stand for a code: all of it, or the signs that lists show, with or without their mask. */
export interface SoughtCode {
  hash: Buffer;
  end: string | null;
}

export async function soughtCode(box: Box, search: string): Promise<SoughtCode> {
  const [hash = ''] = await hashCodes(box, [search]);
  const end = search.replace(/^•+/, '');
  const { length } = Array.from(end);
  return { hash: Buffer.from(hash, 'hex'), end: length === 4 || length === 2 ? end : null };
}

/** The condition for it, over the columns of a table or a view of vouchers. */
export const isCode = ({ codeHash, codeEnd }: { codeHash: Column; codeEnd: Column }, sought: SoughtCode): SQL =>
  // Never empty: `or` leaves out what is undefined.
  or(eq(codeHash, sought.hash), sought.end === null ? undefined : eq(codeEnd, sought.end)) as SQL;

interface UnsealedRow {
  id: number;
  code: string;
  amount_paise: number;
}

const BATCH = 500;

/**
 * Seals codes that lie in the clear, from before codes were sealed, and codes under an older key than the one of now.
 * Each batch is done by itself, so that it goes on where it was broken off.
 * @returns how many were sealed
 * @throws Error when codes cannot be opened: then the others are sealed
 */
export async function sealStoredCodes(box: Box): Promise<number> {
  const { kernel, secrets } = box;
  let sealed = await sealCodesInClear(box);
  const [keys] = await kernel.read(
    (_, sql) => sql<{ sealed: string; codes_under: string | null }[]>`
    select sealed, codes_under from code_keys`,
  );
  const current = secrets.keyId;
  if (keys && secrets.isStale(keys.sealed)) {
    const opened = secrets.open(keys.sealed, HASH_KEY);
    if (opened === undefined) throw new Error('SECRETS_KEY does not open the key that voucher codes are hashed with');
    const anew = secrets.seal(opened, HASH_KEY);
    await kernel.move((sql) => sql`update code_keys set sealed = ${anew} where sealed = ${keys.sealed}`);
  }
  if (keys?.codes_under === current) return sealed;
  let lost = 0;
  for (let after = 0; ; ) {
    const rows = await kernel.read(
      (_, sql) => sql<UnsealedRow[]>`
        select id, code, amount_paise from vouchers where id > ${after} order by id limit ${BATCH}`,
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const stale = rows.filter(({ code }) => secrets.isStale(code));
    const opened = stale.flatMap(({ id, code, amount_paise }) => {
      const text = secrets.open(code, placeOf(amount_paise));
      return text === undefined ? [] : [{ id, was: code, code: secrets.seal(text, placeOf(amount_paise)) }];
    });
    lost += stale.length - opened.length;
    sealed += opened.length;
    if (opened.length > 0) {
      await kernel.move(
        (sql) => sql`
          update vouchers v set code = n.code from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb)
            as n(id bigint, was text, code text)
          where v.id = n.id and v.code = n.was`,
      );
    }
  }
  if (lost > 0) throw new Error(`SECRETS_KEY does not open ${lost} voucher codes: restore the key they are under`);
  await kernel.move(
    (sql) => sql`
    insert into code_keys (sealed, codes_under)
    values (${secrets.seal(randomBytes(32).toString('hex'), HASH_KEY)}, ${current})
    on conflict (id) do update set codes_under = excluded.codes_under`,
  );
  return sealed;
}

/**
 * Seals codes from before codes were sealed. One that is there twice, from a process of the release before, is sealed
 * without a hash: one row has it.
 * @returns how many were sealed
 */
export async function sealCodesInClear(box: Box): Promise<number> {
  const { kernel } = box;
  for (let sealed = 0; ; ) {
    const rows = await kernel.read(
      (_, sql) => sql<UnsealedRow[]>`
        select id, code, amount_paise from vouchers where code not like 'sealed:v1:%' order by id limit ${BATCH}`,
    );
    if (rows.length === 0) return sealed;
    const made = await Promise.all(
      rows.map(async ({ id, code, amount_paise }) => {
        const [of] = await sealCodes(box, [code], amount_paise);
        return { id, was: code, ...of };
      }),
    );
    await kernel.move(
      (sql) => sql`
        with given as (
          select distinct on (hash) n.* from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
            as n(id bigint, was text, code text, hash text, "end" text) order by hash, id
        ), all_given as (
          select n.*, g.id is not null and not exists (
            select 1 from vouchers x where x.code_hash = decode(n.hash, 'hex') and x.id <> n.id) as is_first
          from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
            as n(id bigint, was text, code text, hash text, "end" text) left join given g on g.id = n.id
        )
        update vouchers v set code = n.code, code_end = n."end",
          code_hash = case when n.is_first then decode(n.hash, 'hex') end
        from all_given n where v.id = n.id and v.code = n.was`,
    );
    sealed += rows.length;
  }
}
