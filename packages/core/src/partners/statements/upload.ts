import { DomainError } from '@inaam/contracts/common/errors';
import type { StatementBegin, StatementLine, StatementLines } from '@inaam/contracts/networks/statements';
import type { Tx } from '@inaam/db/client';
import { networks } from '@inaam/db/schema/networks';
import { networkStatements } from '@inaam/db/schema/statements';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { AdminActor } from '../../kernel/actor.ts';
import { writeAuditEntry } from '../../kernel/audit.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { runOutsideRequest } from '../../kernel/deadline.ts';
import { oneRow } from '../../kernel/rows.ts';

/**
 * Begins the upload of a network's statement. Its lines follow in several calls, and `compareStatement` ends the
 * upload. Until then the month's earlier statement stays. `deleteOldStatements` deletes uploads that never ended.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function beginStatement(
  { kernel, actor }: CommandContext<object, AdminActor>,
  { network_id: networkId, month, file_name: fileName, format, lines }: StatementBegin,
): Promise<{ statement_id: number }> {
  return kernel.write(async (tx) => {
    const [network] = await tx.select({ id: networks.id }).from(networks).where(eq(networks.id, networkId));
    if (!network) throw new DomainError('NETWORK_NOT_FOUND');
    const rows = await tx
      .insert(networkStatements)
      .values({ networkId, month, fileName, format, lines, adminId: actor.id })
      .returning({ statement_id: networkStatements.id });
    return oneRow(rows);
  });
}

/**
 * Returns a line's transaction id. If the line has none, returns the id that `readPostback` builds from the click and
 * the goal for a network without transaction ids.
 */
const getTransactionId = ({ transaction_id, click_id, goal_id }: StatementLine): string =>
  transaction_id || `click:${click_id}:${goal_id}`;

/**
 * Adds lines to a statement that is being uploaded. Skips lines that are stored already, so a call may be repeated.
 * @throws DomainError STATEMENT_NOT_FOUND
 */
export async function addStatementLines(
  { kernel }: CommandContext,
  { statement_id: statementId, lines }: StatementLines,
): Promise<void> {
  const rows = lines.map((line) => ({
    line: line.line,
    day: line.day,
    transaction_id: getTransactionId(line),
    goal_id: line.goal_id,
    click_id: line.click_id || null,
    offer: line.offer || null,
    micros: line.micros,
    currency: line.currency,
    status: line.status,
  }));
  const [open] = await kernel.runIdempotent(
    (query) => query<{ id: number }[]>`
      with open as (select id from network_statements where id = ${statementId} and compared_at is null),
      added as (
        insert into network_statement_lines (statement_id, line, day, transaction_id, goal_id, click_id, offer, micros,
          currency, status)
        select open.id, l.line, l.day, l.transaction_id, l.goal_id, l.click_id, l.offer, l.micros, l.currency, l.status
        from open, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as l (line int, day date,
          transaction_id text, goal_id text, click_id text, offer text, micros bigint, currency text, status text)
        on conflict do nothing)
      select id from open`,
  );
  if (!open) throw new DomainError('STATEMENT_NOT_FOUND');
}

/**
 * The time that a comparison may take, in multiples of a request's deadline. On two busy cores, a statement of 100,000
 * lines takes 4.5 s (100,000 of 600,000 completions are in its month). The comparison is one SQL statement, so the
 * event loop is free.
 */
const COMPARISON_DEADLINES = 8;

/**
 * Compares a statement with the ledger. The first comparison ends the upload and replaces the month's earlier
 * statement; the comparison can be repeated.
 * @throws DomainError STATEMENT_NOT_FOUND; STATEMENT_INCOMPLETE if lines are missing
 */
export async function compareStatement({ kernel, actor }: CommandContext, statementId: number): Promise<void> {
  const compare = async (tx: Tx): Promise<void> => {
    // The pool's timeout is meant for requests.
    await tx.execute(sql`set local statement_timeout = '60s'`);
    const [statement] = await tx
      .select()
      .from(networkStatements)
      .where(eq(networkStatements.id, statementId))
      .for('update');
    if (!statement) throw new DomainError('STATEMENT_NOT_FOUND');
    const { networkId, month, lines, comparedAt, fileName } = statement;
    const stored = await tx.execute<{ count: string }>(
      sql`select count(*) as count from network_statement_lines where statement_id = ${statementId}`,
    );
    if (Number(oneRow(stored).count) !== lines) throw new DomainError('STATEMENT_INCOMPLETE');
    const isOfMonth = and(eq(networkStatements.networkId, networkId), eq(networkStatements.month, month));
    if (comparedAt === null)
      await tx.delete(networkStatements).where(and(isOfMonth, isNotNull(networkStatements.comparedAt)));
    await tx.execute(sql`select compare_statement(${statementId}::bigint)`);
    const found = await tx.execute<{ count: string }>(
      sql`select count(*) as count from statement_differences where statement_id = ${statementId}`,
    );
    await writeAuditEntry(tx, actor, {
      action: 'networks.compare_statement',
      subject: String(networkId),
      after: { month, file_name: fileName, lines, differences: Number(oneRow(found).count) },
    });
  };
  await runOutsideRequest(() => kernel.write(compare, COMPARISON_DEADLINES));
}
