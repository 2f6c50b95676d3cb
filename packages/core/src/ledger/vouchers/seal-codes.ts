import type { Kernel } from '../../kernel/kernel.ts';
import { refuseLost, reseal, resealTable } from '../../kernel/reseal.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { prefixOf } from '../../kernel/secret-box.ts';
import { HASH_KEY, placeOfCode } from './codes.ts';

type Box = { kernel: Kernel; secrets: SecretBox };

interface StoredRow {
  id: number;
  code: string;
  amount_paise: number;
}

const BATCH = 500;

/**
 * Seals codes under the present key that an older one has sealed, and the key of their hashes. Each batch is committed
 * by itself, so that it continues where it was cut short.
 * @returns how many codes were sealed
 * @throws Error when codes cannot be opened: then the others are sealed
 */
export async function sealStoredCodes(box: Box): Promise<number> {
  const { kernel, secrets } = box;
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
  return codes.sealed;
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
