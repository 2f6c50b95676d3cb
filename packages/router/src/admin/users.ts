import { creditInput } from '@inaam/contracts/identity/user-profile';
import { userDetailInput, userFileInput, userIdInput, userListInput } from '@inaam/contracts/identity/users';
import { creditCompletion } from '@inaam/core/completions/credit';
import { listUsers } from '@inaam/core/identity/list-users';
import { userDetail } from '@inaam/core/identity/user-detail';
import { userProfile } from '@inaam/core/identity/user-profile';
import { endUserSessions } from '@inaam/core/identity/user-sessions';
import { usersFile } from '@inaam/core/identity/users-file';
import { showingCodes } from '@inaam/core/vouchers/codes';
import { adminListProcedure, adminProcedure, proven, router } from '../procedures.ts';

export const users = router({
  list: adminListProcedure
    .input(userListInput.prefault({}))
    .query(({ ctx, input }) => listUsers(ctx.reading.kernel, input)),

  /** A batch of the file: see `fileSlice` of the contracts. */
  file: adminListProcedure.input(userFileInput).query(({ ctx, input }) => usersFile(ctx.reading.kernel, input)),

  detail: adminProcedure
    .input(userDetailInput)
    .query(({ ctx, input }) =>
      showingCodes(proven(ctx, input), { codes: input.codes, list: 'users' }, (show) =>
        userDetail(ctx.services.kernel, input.user_id, show),
      ),
    ),

  profile: adminProcedure.input(userIdInput).query(({ ctx, input }) => userProfile(ctx.services.kernel, input.user_id)),

  credit: adminProcedure.input(creditInput).mutation(async ({ ctx, input }) => ({
    completion_id: await creditCompletion(ctx.command, input),
    message: 'Completion credited',
  })),

  endSessions: adminProcedure.input(userIdInput).mutation(async ({ ctx, input }) => {
    const ended = await endUserSessions(ctx.command, input.user_id);
    return { message: ended === 1 ? '1 session ended' : `${ended} sessions ended` };
  }),
});
