import type { FileBatch } from '@inaam/contracts/common/exports';
import { toRupees } from '@inaam/contracts/common/money';
import type { ConversionFileInput, ConversionFileRow } from '@inaam/contracts/completions/conversions';
import type { CompletionState } from '@inaam/contracts/completions/states';
import { sql } from 'drizzle-orm';
import { batchOf, fileTime, type PlacedRow } from '../../kernel/file-batch.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type GoalRow, goalsOf } from '../../ledger/completions/goals.ts';
import { maskedCode, type ShowCode } from '../../ledger/vouchers/codes.ts';
import { conversionFilters } from './conversion-filters.ts';
import { FACTS, type FileFacts, factsOf, VOUCHER } from './file-facts.ts';
import { resolve, rowsBehind } from './matching.ts';

interface Stored extends PlacedRow, FileFacts {
  email: string;
  title: string;
  state: CompletionState;
  status: 'pending' | 'approved' | 'reversed';
  revenue_paise: string;
  goals: GoalRow[] | null;
}

/** A batch of the file of completions, newest first: what `listConversions` says of them. @param show as there */
export async function conversionsFile(
  services: { kernel: Kernel; secrets: SecretBox },
  input: ConversionFileInput,
  show: ShowCode = maskedCode,
): Promise<FileBatch<ConversionFileRow>> {
  const filters = await conversionFilters(services, input);
  return services.kernel.read(async (db) => {
    const matching = await resolve(db, filters);
    const rows = await db.execute<Stored>(sql`
      select r.completion_id as id, r.completed_at as place, u.email, o.title, c.status, c.revenue_paise, ${FACTS},
        case when exists (select from payments m where m.completion_id = r.completion_id) then
          (select json_agg(json_build_object('goal_id', g.goal_id, 'paise', g.payout_paise, 'status', g.status)
            order by g.id) from payment_states g where g.completion_id = r.completion_id) end as goals
      from ${rowsBehind(matching, input)} r
      join users u on u.id = r.user_id
      join offers o on o.id = r.offer_id
      join completion_states c on c.id = r.completion_id
      ${VOUCHER}
      order by r.completed_at desc, r.completion_id desc`);
    return batchOf(rows, input, (row) => {
      const { won, ...facts } = factsOf(row, show);
      return {
        completion_id: row.id,
        completed_at: fileTime(row.place),
        email: row.email,
        title: row.title,
        payout_amount: toRupees(Number(row.payout_paise)),
        revenue_amount: toRupees(Number(row.revenue_paise)),
        goals: goalsOf(row.goals),
        voucher_won: won,
        pending: row.status === 'pending',
        ...facts,
        state: row.state,
      };
    });
  });
}
