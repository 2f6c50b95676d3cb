import { formatPlural } from '@inaam/contracts/common/format';
import { creditInput, legalHoldInput } from '@inaam/contracts/identity/user-profile';
import { userDetailInput, userFileInput, userIdInput, userListInput } from '@inaam/contracts/identity/users';
import { getUserDetail, getUserProfile, listUsers, usersFile } from '@inaam/core/insight/users/queries';
import { creditCompletion } from '@inaam/core/ledger/completions/credit';
import { withReadableCodes } from '@inaam/core/ledger/vouchers/queries';
import { endUserSessions, setLegalHold } from '@inaam/core/people/users/commands';
import { adminListProcedure, adminProcedure, router } from '../procedures.ts';

export const users = router({
  list: adminListProcedure
    .input(userListInput.prefault({}))
    .query(({ ctx, input }) => listUsers(ctx.reading.kernel, input)),

  /** Reads a batch of an exported file: see `fileBatchInput` in packages/contracts. */
  file: adminListProcedure.input(userFileInput).query(({ ctx, input }) => usersFile(ctx.reading.kernel, input)),

  detail: adminProcedure
    .input(userDetailInput)
    .query(({ ctx, input }) =>
      withReadableCodes(ctx.command, { codes: input.codes, list: 'users' }, (show) =>
        getUserDetail(ctx.services.kernel, input.user_id, show),
      ),
    ),

  profile: adminProcedure
    .input(userIdInput)
    .query(({ ctx, input }) => getUserProfile(ctx.services.kernel, input.user_id)),

  credit: adminProcedure.input(creditInput).mutation(async ({ ctx, input }) => ({
    completion_id: await creditCompletion(ctx.command, input),
    message: 'Completion credited',
  })),

  setLegalHold: adminProcedure.input(legalHoldInput).mutation(({ ctx, input }) => setLegalHold(ctx.command, input)),

  endSessions: adminProcedure.input(userIdInput).mutation(async ({ ctx, input }) => {
    const ended = await endUserSessions(ctx.command, input.user_id);
    return { message: `${formatPlural(ended, 'session')} ended` };
  }),
});
