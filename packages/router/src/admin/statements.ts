import {
  acceptDifferencesInput,
  differenceListInput,
  statementBeginInput,
  statementIdInput,
  statementLinesInput,
  statementsInput,
} from '@inaam/contracts/networks/statements';
import {
  acceptDifferences,
  addStatementLines,
  beginStatement,
  compareStatement,
} from '@inaam/core/partners/statements/commands';
import { groupDifferences, listDifferences, listStatements } from '@inaam/core/partners/statements/queries';
import { adminPersonProcedure, adminProcedure, router } from '../procedures.ts';

/** A network's monthly statements, compared with the ledger. */
export const statements = router({
  list: adminProcedure
    .input(statementsInput)
    .query(({ ctx, input }) => listStatements(ctx.services.kernel, input.network_id)),

  differences: adminProcedure
    .input(differenceListInput)
    .query(({ ctx, input }) => listDifferences(ctx.services.kernel, input)),

  groups: adminProcedure
    .input(statementIdInput)
    .query(({ ctx, input }) => groupDifferences(ctx.services.kernel, input.statement_id)),

  begin: adminPersonProcedure
    .input(statementBeginInput)
    .mutation(({ ctx, input }) => beginStatement(ctx.command, input)),

  addLines: adminPersonProcedure
    .input(statementLinesInput)
    .mutation(({ ctx, input }) => addStatementLines(ctx.command, input)),

  compare: adminPersonProcedure
    .meta({ cost: 20 })
    .input(statementIdInput)
    .mutation(({ ctx, input }) => compareStatement(ctx.command, input.statement_id)),

  accept: adminPersonProcedure
    .input(acceptDifferencesInput)
    .mutation(({ ctx, input }) => acceptDifferences(ctx.command, input)),
});
