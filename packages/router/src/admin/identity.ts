import { confirmInput } from '@inaam/contracts/access/second-factor';
import { adminPasskeyInput } from '@inaam/contracts/account/account';
import { adminLoginInput, adminRegisterInput } from '@inaam/contracts/identity/sign-in';
import { registerAdmin } from '@inaam/core/people/admins/commands';
import { ownAdmin } from '@inaam/core/people/admins/queries';
import {
  adminSignIn,
  adminSignInByPasskey,
  confirmIdentity,
  createAdminPasskeyChallenge,
} from '@inaam/core/people/factors/commands';
import {
  adminPersonProcedure,
  adminSignInProcedure,
  getAdminRegistrationContext,
  publicProcedure,
  router,
} from '../procedures.ts';
import { endSession, startAdminSession } from '../start-session.ts';

export const identity = router({
  me: adminPersonProcedure.query(({ ctx }) => ownAdmin(ctx.services, ctx.admin)),

  login: adminSignInProcedure.input(adminLoginInput).mutation(async ({ ctx, input }) => {
    return startAdminSession(ctx, (caller) => adminSignIn(ctx.services, caller, input));
  }),

  passkeyChallenge: adminSignInProcedure.mutation(({ ctx }) => createAdminPasskeyChallenge(ctx.services, ctx.caller)),

  loginByPasskey: adminSignInProcedure
    .input(adminPasskeyInput)
    .mutation(({ ctx, input }) =>
      startAdminSession(ctx, (caller) => adminSignInByPasskey(ctx.services, caller, input.answer)),
    ),

  /** Confirms the admin's identity for the next minutes of this session. */
  confirm: adminPersonProcedure.input(confirmInput).mutation(async ({ ctx, input }) => {
    const session = { sessionId: ctx.session.sessionId, hasFactor: ctx.admin.hasFactor };
    await confirmIdentity(ctx.command, ctx.caller, session, input);
    return {};
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await endSession(ctx, 'adminSessions');
    return {};
  }),

  /** For signed-in admins whose role allows it, and for a caller with the setup token while no admin exists. */
  register: adminSignInProcedure.input(adminRegisterInput).mutation(async ({ ctx, input }) => {
    await registerAdmin(await getAdminRegistrationContext(ctx), input);
    return { message: 'Admin user created successfully!' };
  }),
});
