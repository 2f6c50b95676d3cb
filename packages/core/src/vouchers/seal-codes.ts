import { refuseLost, reseal, resealTable } from '../kernel/reseal.ts';
import { prefixOf } from '../kernel/secret-box.ts';
import type { Services } from '../services.ts';
import { HASH_KEY, placeOfCode, sealCodes } from './codes.ts';

type Box = Pick<Services, 'kernel' | 'secrets'>;

interface StoredRow {
  id: number;
  code: string;
  amount_paise: number;
}

const BATCH = 500;

/**
 * Seals codes that lie in the clear, from before codes were sealed, and codes under an older key than the one of now,
 * with the key of their hashes. Each batch is done by itself, so that it goes on where it was broken off.
 * @returns how many codes were sealed
 * @throws Error when codes cannot be opened: then the others are sealed
 */
export async function sealStoredCodes(box: Box): Promise<number> {
  const { kernel, secrets } = box;
  const inClear = await sealCodesInClear(box);
  const keys = await kernel.read((_, sql) => sql<{ sealed: string }[]>`select sealed from code_keys`);
  refuseLost(
    await reseal(
      secrets,
      keys.map(({ sealed }) => ({
        stored: sealed,
        place: HASH_KEY,
        replace: (anew) => kernel.move((sql) => sql`update code_keys set sealed = ${anew} where sealed = ${sealed}`),
      })),
    ),
    'keys that voucher codes are hashed with',
  );
  const codes = await resealTable(box, { table: 'vouchers', window: (after, to) => resealCodes(box, after, to) });
  refuseLost(codes, 'voucher codes');
  return inClear + codes.sealed;
}

async function resealCodes({ kernel, secrets }: Box, after: number, to: number) {
  const stale = await kernel.read(
    (_, sql) => sql<StoredRow[]>`
      select id, code, amount_paise from vouchers
      where id > ${after} and id <= ${to} and not starts_with(code, ${prefixOf(secrets)})`,
  );
  const opened = stale.flatMap(({ id, code, amount_paise }) => {
    const place = placeOfCode(amount_paise);
    const text = secrets.open(code, place);
    return text === undefined ? [] : [{ id, was: code, code: secrets.seal(text, place) }];
  });
  for (let i = 0; i < opened.length; i += BATCH) {
    const some = JSON.stringify(opened.slice(i, i + BATCH));
    await kernel.move(
      (sql) => sql`
        update vouchers v set code = n.code
        from jsonb_to_recordset(${some}::jsonb) as n(id bigint, was text, code text)
        where v.id = n.id and v.code = n.was`,
    );
  }
  return { sealed: opened.length, lost: stale.length - opened.length };
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
      (_, sql) => sql<StoredRow[]>`
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
