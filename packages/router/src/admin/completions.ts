import { conversionFileInput, conversionListInput } from '@inaam/contracts/completions/conversions';
import { completionIdInput } from '@inaam/contracts/completions/trace';
import { drawListInput } from '@inaam/contracts/spins/fairness';
import { conversionsFile, getCompletionTrace, listConversions } from '@inaam/core/insight/conversions/queries';
import { listDraws } from '@inaam/core/ledger/spins/queries';
import { withReadableCodes } from '@inaam/core/ledger/vouchers/queries';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const completions = router({
  list: adminListProcedure
    .input(conversionListInput.prefault({}))
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'conversions' }, (show) =>
        listConversions(ctx.reading, input, show),
      ),
    ),

  /** Reads a batch of an exported file: see `fileBatchInput` in packages/contracts. */
  file: adminListProcedure
    .input(conversionFileInput)
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'conversions' }, (show) =>
        conversionsFile(ctx.reading, input, show),
      ),
    ),

  /** Lists what a third party needs to verify a day's draws; see infra/docs/runbooks/debug.md. */
  draws: adminProcedure.input(drawListInput).query(({ ctx, input }) => listDraws(ctx.services, input)),

  completionTrace: adminProcedure
    .input(completionIdInput)
    .query(({ ctx, input }) => getCompletionTrace(ctx.services, input.completion_id)),
});
