import {
  defaultViewInput,
  savedViewsInput,
  saveViewInput,
  viewIdInput,
} from '@inaam/contracts/saved-views/saved-views';
import { deleteView, listViews, saveView, setDefaultView } from '@inaam/core/office/saved-views/saved-views';
import { adminPersonProcedure, router } from '../procedures.ts';

export const views = router({
  list: adminPersonProcedure
    .input(savedViewsInput)
    .query(({ ctx, input }) => listViews(ctx.services.kernel, ctx.admin.id, input.list)),

  save: adminPersonProcedure.input(saveViewInput).mutation(({ ctx, input }) => saveView(ctx.command, input)),

  setDefault: adminPersonProcedure.input(defaultViewInput).mutation(async ({ ctx, input }) => {
    await setDefaultView(ctx.command, input);
    return {};
  }),

  delete: adminPersonProcedure.input(viewIdInput).mutation(async ({ ctx, input }) => {
    await deleteView(ctx.command, input.view_id);
    return {};
  }),
});
