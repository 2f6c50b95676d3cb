import { formatMicros, toRupees } from '@inaam/contracts/common/money';
import type { StatementFormat, StatementList, StatementTotals } from '@inaam/contracts/networks/statements';
import type { Kernel } from '../../kernel/kernel.ts';
import { toIso } from '../../kernel/rows.ts';

interface Row {
  statement_id: number;
  month: string;
  file_name: string;
  format: StatementFormat;
  lines: number;
  uploaded_at: string;
  uploaded_by: string;
  compared_at: string;
  totals: StatementTotals[];
  open: number;
  accepted: number;
}

/** One statement a month, for five years. Older statements are stored, but not listed. */
const MAX_LISTED = 60;

/** Lists a network's statements, newest month first, and the file format of the last upload. */
export async function listStatements(kernel: Kernel, networkId: number): Promise<StatementList> {
  const rows = await kernel.read(
    (_, sql) => sql<Row[]>`
      select s.id as statement_id, s.month, s.file_name, s.format, s.lines, s.uploaded_at, a.username as uploaded_by,
        s.compared_at, s.totals, d.total - d.accepted as open, d.accepted
      from network_statements s
      join admins a on a.id = s.admin_id
      cross join lateral (
        select count(*) as total, count(n.hash) as accepted
        from statement_differences d
        left join accepted_differences n on n.network_id = s.network_id and n.month = s.month and n.hash = d.hash
        where d.statement_id = s.id) d
      where s.network_id = ${networkId} and s.compared_at is not null
      order by s.month desc limit ${MAX_LISTED}::int`,
  );
  const newest = rows.reduce<Row | undefined>(
    (last, row) => (last && last.statement_id > row.statement_id ? last : row),
    undefined,
  );
  return {
    format: newest?.format ?? null,
    statements: rows.map(({ format: _format, totals, uploaded_at, compared_at, ...row }) => ({
      ...row,
      uploaded_at: toIso(uploaded_at),
      compared_at: toIso(compared_at),
      totals: totals.map(({ their_micros, our_micros, our_paise, ...total }) => ({
        ...total,
        their_amount: formatMicros(BigInt(their_micros)),
        our_amount: formatMicros(BigInt(our_micros)),
        our_rupees: toRupees(our_paise),
      })),
    })),
  };
}
