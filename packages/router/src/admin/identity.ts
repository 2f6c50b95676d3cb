import { adminLoginInput, adminRegisterInput, type SessionAdmin } from '@inaam/contracts/identity/sign-in';
import { registerAdmin } from '@inaam/core/identity/admin-register';
import { adminSignIn } from '@inaam/core/identity/admin-sign-in';
import type { Actor } from '@inaam/core/kernel/actor';
import { findAdmin } from '../callers.ts';
import type { Context } from '../context.ts';
import { adminPersonProcedure, admitted, commandOf, publicProcedure, router } from '../procedures.ts';

export const identity = router({
  me: adminPersonProcedure.query(({ ctx }): SessionAdmin => ({ username: ctx.admin.username, email: ctx.admin.email })),

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

  /** For signed-in admins and services; and, while there is none at all, for whoever holds the setup token. */
  register: publicProcedure.input(adminRegisterInput).mutation(async ({ ctx, input }) => {
    await registerAdmin(commandOf(ctx, await signedIn(ctx)), input);
    return { message: 'Admin user created successfully!' };
  }),
});

async function signedIn(ctx: Context): Promise<Actor | undefined> {
  const caller = await findAdmin(ctx);
  return caller && (await admitted(ctx, caller, { isRead: false })).actor;
}
