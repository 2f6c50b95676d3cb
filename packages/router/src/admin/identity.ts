import { capabilities } from '@inaam/contracts/access/permissions';
import { adminLoginInput, adminRegisterInput, type OwnAdmin } from '@inaam/contracts/identity/sign-in';
import { registerAdmin } from '@inaam/core/identity/admin-register';
import { adminSignIn } from '@inaam/core/identity/admin-sign-in';
import type { Actor } from '@inaam/core/kernel/actor';
import { findAdmin } from '../callers.ts';
import type { Context } from '../context.ts';
import { adminPersonProcedure, admitted, commandOf, publicProcedure, router } from '../procedures.ts';

export const identity = router({
  me: adminPersonProcedure.query(
    ({ ctx }): OwnAdmin => ({ username: ctx.admin.username, email: ctx.admin.email, role: ctx.admin.role }),
  ),

  login: publicProcedure.input(adminLoginInput).mutation(async ({ ctx, input }) => {
    const { answer, cookie } = await adminSignIn(ctx.services, ctx.caller, input);
    ctx.setCookie(cookie.serialize());
    return answer;
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { adminSessions } = ctx.services;
    const session = await adminSessions.validate(ctx.cookieHeader, ctx.caller.ip);
    if (session) await adminSessions.revoke(session.sessionId);
    ctx.setCookie(adminSessions.blankCookie().serialize());
    return {};
  }),

  /** For signed-in admins whose role allows it; and, while there is none at all, for whoever holds the setup token. */
  register: publicProcedure.input(adminRegisterInput).mutation(async ({ ctx, input }) => {
    await registerAdmin(commandOf(ctx, await signedIn(ctx)), input);
    return { message: 'Admin user created successfully!' };
  }),
});

/** Keys make no admins; nor do roles that are not said to. */
async function signedIn(ctx: Context): Promise<Actor | undefined> {
  const caller = await findAdmin(ctx);
  return caller && (await admitted(ctx, caller, { permission: capabilities.makeAdmins })).actor;
}
