import type { OfferClickFileInput, OfferClickFileRow } from '@inaam/contracts/clicks/offer-clicks';
import type { FileBatch } from '@inaam/contracts/common/exports';
import { toRupees } from '@inaam/contracts/common/money';
import { sql } from 'drizzle-orm';
import { batchOf, fileTime, fileTimeOrNull, type PlacedRow } from '../../kernel/file-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { maskedCode, type ShowCode } from '../../ledger/vouchers/codes.ts';
import { FACTS, type FileFacts, factsOf, VOUCHER } from '../conversions/file-facts.ts';
import { clicksBehind, matchClicks } from './matching.ts';

interface Stored extends PlacedRow, FileFacts {
  click_id: string;
  first_name: string;
  last_name: string;
  email: string;
  provider_uid: string | null;
  title: string;
  external_offer_id: string;
  category: string;
  completion_id: string | null;
  completed_at: string | null;
}

/** A batch of the file of clicks, by their time: what `listOfferClicks` says of them. @param show as there */
export async function offerClicksFile(
  kernel: Kernel,
  input: OfferClickFileInput,
  show: ShowCode = maskedCode,
): Promise<FileBatch<OfferClickFileRow>> {
  const way = sql.raw(input.sortOrder);
  return kernel.read(async (db) => {
    const matching = await matchClicks(db, input);
    const rows = await db.execute<Stored>(sql`
      select k.id, k.created_at as place, k.click_id, u.first_name, u.last_name, u.email, u.provider_uid, o.title,
        o.external_offer_id, o.category, c.id as completion_id, c.completed_at, ${FACTS}
      from ${clicksBehind(matching, input)} k
      join users u on u.id = k.user_id
      join offers o on o.id = k.offer_id
      left join lateral (
        select * from completion_states
        where user_id = k.user_id and offer_id = k.offer_id and click_id = k.id offset 0) c on true
      ${VOUCHER}
      order by k.created_at ${way}, k.id ${way}`);
    return batchOf(rows, input, (row) => {
      const { won: _, ...facts } = factsOf(row, show);
      return {
        completion_id: row.completion_id === null ? null : Number(row.completion_id),
        clicked_at: fileTime(row.place),
        completed_at: fileTimeOrNull(row.completed_at),
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        firebase_uid: row.provider_uid,
        title: row.title,
        external_offer_id: row.external_offer_id,
        category: row.category,
        click_id: row.click_id,
        payout_amount: row.payout_paise === null ? null : toRupees(Number(row.payout_paise)),
        ...facts,
        state: row.state,
      };
    });
  });
}
