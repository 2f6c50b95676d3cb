import { preferenceInput } from '@inaam/contracts/preferences/preferences';
import { getPreferences, setPreference } from '@inaam/core/office/preferences/preferences';
import { adminPersonProcedure, router } from '../procedures.ts';

export const preferences = router({
  get: adminPersonProcedure.query(({ ctx }) => getPreferences(ctx.services.kernel, ctx.admin.id)),

  set: adminPersonProcedure.input(preferenceInput).mutation(async ({ ctx, input }) => {
    await setPreference(ctx.command, input);
    return {};
  }),
});
