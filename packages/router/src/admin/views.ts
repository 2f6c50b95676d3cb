import {
  defaultViewInput,
  savedViewsInput,
  saveViewInput,
  viewIdInput,
} from '@inaam/contracts/saved-views/saved-views';
import { deleteView, listViews, saveView, setDefaultView } from '@inaam/core/saved-views/saved-views';
import { adminPersonProcedure, router } from '../procedures.ts';

export const views = router({
  list: adminPersonProcedure
    .input(savedViewsInput)
    .query(({ ctx, input }) => listViews(ctx.services.kernel, ctx.admin.id, input.list)),

  save: adminPersonProcedure
    .input(saveViewInput)
    .mutation(({ ctx, input }) => ctx.services.kernel.write((tx) => saveView(tx, ctx.admin.id, input))),

  setDefault: adminPersonProcedure.input(defaultViewInput).mutation(async ({ ctx, input }) => {
    await ctx.services.kernel.write((tx) => setDefaultView(tx, ctx.admin.id, input.view_id, input.is_default));
    return {};
  }),

  delete: adminPersonProcedure.input(viewIdInput).mutation(async ({ ctx, input }) => {
    await ctx.services.kernel.write((tx) => deleteView(tx, ctx.admin.id, input.view_id));
    return {};
  }),
});
