import { adminIdInput, changePasswordInput, setRoleInput } from '@inaam/contracts/access/admins';
import { sessionIdInput } from '@inaam/contracts/identity/sign-in';
import {
  changeOwnPassword,
  deactivateAdmin,
  endOwnSessions,
  resetSecondFactor,
  setAdminRole,
} from '@inaam/core/people/admins/commands';
import { listAdmins, listOwnSessions } from '@inaam/core/people/admins/queries';
import { adminPersonProcedure, router } from '../procedures.ts';

export const admins = router({
  list: adminPersonProcedure.query(({ ctx }) => listAdmins(ctx.services.kernel, ctx.admin.id)),

  deactivate: adminPersonProcedure.input(adminIdInput).mutation(async ({ ctx, input }) => {
    await deactivateAdmin(ctx.command, input.admin_id);
    return { message: 'Admin deactivated' };
  }),

  setRole: adminPersonProcedure.input(setRoleInput).mutation(async ({ ctx, input }) => {
    await setAdminRole(ctx.command, input);
    return { message: 'Role changed' };
  }),

  resetSecondFactor: adminPersonProcedure.input(adminIdInput).mutation(async ({ ctx, input }) => {
    await resetSecondFactor(ctx.command, input.admin_id);
    return { message: 'Second factor reset' };
  }),

  changePassword: adminPersonProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    await changeOwnPassword(ctx.command, { ...input, sessionId: ctx.session.sessionId });
    return { message: 'Password changed. Your other sessions were signed out.' };
  }),

  sessions: adminPersonProcedure.query(({ ctx }) =>
    listOwnSessions(ctx.services.kernel, ctx.admin.id, ctx.session.sessionId),
  ),

  revokeSession: adminPersonProcedure.input(sessionIdInput).mutation(async ({ ctx, input }) => {
    await endOwnSessions(ctx.command, input.sessionId);
    return { message: 'Session signed out' };
  }),

  signOutEverywhere: adminPersonProcedure.mutation(async ({ ctx }) => {
    await endOwnSessions(ctx.command);
    ctx.setCookie(ctx.services.adminSessions.blankCookie().serialize());
    return { message: 'Signed out everywhere' };
  }),
});
